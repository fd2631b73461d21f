package org.reactiveserializer.io.datagram;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.observed.Figures;
import org.reactiveserializer.internal.observed.Groups;
import org.reactiveserializer.internal.observed.Observable;

/** A source that has a name, for whoever shows figures. */
record ObservedSource(DatagramSource source) implements Observable {
  /** Lets a source be observed; null: it has no name. */
  static @Nullable Observable of(@Nullable String name, DatagramSource source) {
    if (name == null) {
      return null;
    }
    ObservedSource observed = new ObservedSource(source);
    Groups.add("datagrams", name, observed);
    return observed;
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
