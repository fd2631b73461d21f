package org.reactiveserializer.io.datagram;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.events.NamedStream;
import org.reactiveserializer.internal.events.Streams;

/** A source that has a name, for whoever shows figures. */
record ObservedSource(DatagramSource source) implements NamedStream {
  /** Lets a source be observed, which keeps the result; null: it has no name. */
  static @Nullable NamedStream of(@Nullable String name, DatagramSource source) {
    NamedStream observed = new ObservedSource(source);
    return Streams.register("datagrams", name, observed) == null ? null : observed;
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
