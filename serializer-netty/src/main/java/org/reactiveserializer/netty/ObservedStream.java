package org.reactiveserializer.netty;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.events.NamedStream;
import org.reactiveserializer.internal.events.Streams;

/** A stream that has a name, for whoever shows figures. */
record ObservedStream(ChannelStream<?> stream) implements NamedStream {
  /** Lets a stream be observed, which keeps the result; null: it has no name. */
  static @Nullable NamedStream of(@Nullable String name, ChannelStream<?> stream) {
    NamedStream observed = new ObservedStream(stream);
    return Streams.register("channels", name, observed) == null ? null : observed;
  }

  @Override
  public Figures figures() {
    ChannelStats stats = stream.stats();
    // No message is refused: a channel that must wait is not read.
    return new Figures(stats.delivered(), stats.waiting(), stats.discarded(), 0, Map.of());
  }
}
