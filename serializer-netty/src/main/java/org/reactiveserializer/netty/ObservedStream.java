package org.reactiveserializer.netty;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.internal.observed.Figures;
import org.reactiveserializer.internal.observed.Groups;
import org.reactiveserializer.internal.observed.Observable;
import org.reactiveserializer.internal.observed.Part;

/** A stream that has a name, for whoever shows figures. */
record ObservedStream(ChannelStream<?> stream, SerialSink<?> sink) implements Observable {
  /** Lets a stream be observed; null: it has no name. Before the sink is used. */
  static @Nullable Observable of(
      @Nullable String name, ChannelStream<?> stream, SerialSink<?> sink) {
    if (name == null) {
      return null;
    }
    ObservedStream observed = new ObservedStream(stream, sink);
    ((Part) sink).measureFor(Groups.add("channels", name, observed));
    return observed;
  }

  @Override
  public long delivered() {
    return sink.stats().delivered();
  }

  @Override
  public Figures figures() {
    ChannelStats stats = stream.stats();
    // No message is refused: a channel that must wait is not read.
    return new Figures(stats.delivered(), stats.waiting(), stats.discarded(), 0, Map.of());
  }
}
