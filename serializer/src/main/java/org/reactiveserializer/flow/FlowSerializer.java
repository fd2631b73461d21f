package org.reactiveserializer.flow;

import java.util.Objects;
import java.util.concurrent.Flow;
import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.Merge;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.SerialSubscriber;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.internal.operator.Sources;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;

/**
 * The serializer for JDK {@link Flow}, which has no operators. So {@link #serialize} takes the
 * publisher.
 *
 * <pre>{@code
 * Flow.Publisher<String> serial = FlowSerializer.serialize(upstream);
 * Flow.Publisher<String> stream = FlowSerializer.publisher(sink);
 * Flow.Publisher<Row> rows = FlowSerializer.publisher(Merge.withDefaults().flatMapFlow(ids, id -> query(id)));
 * }</pre>
 *
 * <p>Threads, order, errors and bounds are those of {@link Serializer}. At most one adapter stands
 * between a publisher or a subscriber and the serializer, and none if it implements the interface
 * of Reactive Streams as well or was made by {@link FlowAdapters}. For a {@code Multi}, a {@code
 * Flowable} or a {@code Flux} use the bridge of its library: such a publisher puts a subscriber of its own
 * in front of this one.
 */
public final class FlowSerializer {
  private FlowSerializer() {}

  /**
   * As {@link #serialize(Flow.Publisher, Serializer)}, with the default settings.
   *
   * @param upstream the publisher
   * @param <T> the type of the items
   * @return the serial publisher
   */
  public static <T> Flow.Publisher<T> serialize(Flow.Publisher<? extends T> upstream) {
    return serialize(upstream, Serializer.<T>withDefaults());
  }

  /**
   * Makes a publisher that passes the signals of {@code upstream} on, one at a time (§1.3): see {@link
   * Serializer#serialize}.
   *
   * @param upstream the publisher; it is subscribed to once for each subscriber
   * @param serializer the settings
   * @param <T> the type of the items
   * @return the serial publisher
   */
  public static <T> Flow.Publisher<T> serialize(
      Flow.Publisher<? extends T> upstream, Serializer<? super T> serializer) {
    Objects.requireNonNull(upstream, "upstream is null");
    Objects.requireNonNull(serializer, "serializer is null");
    Publisher<? extends T> source = Sources.of(upstream);
    return downstream -> source.subscribe(FlowSerializer.<T>wrap(nonNull(downstream), serializer));
  }

  /**
   * Makes a subscriber that any thread may call: see {@link Serializer#wrap}.
   *
   * @param downstream gets the signals; use it for nothing else (§2.12)
   * @param serializer the settings
   * @param <T> the type of the items
   * @return the subscriber for the producers
   */
  public static <T> SerialSubscriber<T> wrap(
      Flow.Subscriber<? super T> downstream, Serializer<? super T> serializer) {
    Objects.requireNonNull(downstream, "downstream is null");
    return serializer.wrap(FlowAdapters.toSubscriber(downstream));
  }

  /**
   * Returns a sink or a merge as a {@link Flow.Publisher}.
   *
   * @param stream the {@link SerialSink}, what {@link Merge} has made, or a {@link DynamicMerge}
   * @param <T> the type of the items
   * @return the same stream
   */
  public static <T> Flow.Publisher<T> publisher(Publisher<T> stream) {
    Objects.requireNonNull(stream, "stream is null");
    return subscriber -> stream.subscribe(FlowAdapters.toSubscriber(nonNull(subscriber)));
  }

  private static <S> S nonNull(S subscriber) {
    return Objects.requireNonNull(subscriber, "subscriber is null (§1.9)");
  }
}
