package org.reactiveserializer.io.datagram;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.internal.observed.Figures;
import org.reactiveserializer.internal.observed.Groups;
import org.reactiveserializer.internal.observed.Observable;
import org.reactiveserializer.internal.observed.Part;

/** A source that has a name, for whoever shows figures. */
record ObservedSource(DatagramSource source, SerialSink<Datagram> sink) implements Observable {
  /** Lets a source be observed; null: it has no name. Before the sink is used. */
  static @Nullable Observable of(
      @Nullable String name, DatagramSource source, SerialSink<Datagram> sink) {
    if (name == null) {
      return null;
    }
    ObservedSource observed = new ObservedSource(source, sink);
    ((Part) sink).measureFor(Groups.add("datagrams", name, observed));
    return observed;
  }

  @Override
  public long delivered() {
    return sink.stats().delivered(); // without those of the kernel
  }

  @Override
  public Figures figures() {
    DatagramStats stats = source.stats();
    return new Figures(
        stats.delivered(),
        stats.waiting(),
        stats.discarded(),
        0,
        Map.of(
            "bound", stats.droppedByBound(),
            "pool", stats.droppedByPool(),
            "kernel", Math.max(0, stats.droppedByKernel())));
  }
}
