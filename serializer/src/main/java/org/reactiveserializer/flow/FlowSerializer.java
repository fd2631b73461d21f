package org.reactiveserializer.flow;

import java.util.Objects;
import java.util.concurrent.Flow;
import org.reactiveserializer.SerializedSink;
import org.reactiveserializer.Serializer;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;

/**
 * The serializer for JDK {@link Flow}.
 *
 * <pre>{@code
 * Flow.Publisher<String> serial = FlowSerializer.of(Serializer.unbounded()).serialize(upstream);
 * Flow.Publisher<String> stream = FlowSerializer.publisher(sink);
 * }</pre>
 *
 * <p>Threads, order, errors and bounds are those of {@link Serializer}. At most one adapter stands
 * between a publisher or a subscriber and the serializer, and none if it implements the interface
 * of Reactive Streams as well or was made by {@link FlowAdapters}.
 *
 * @param <T> the type of the items that the hooks accept; without hooks, any
 */
public final class FlowSerializer<T> {
  private final Serializer<T> serializer;

  private FlowSerializer(Serializer<T> serializer) {
    this.serializer = serializer;
  }

  /**
   * Returns a serializer for {@link Flow} with these settings.
   *
   * @param serializer the settings
   * @param <T> the type of the items that the hooks accept
   * @return the serializer
   */
  public static <T> FlowSerializer<T> of(Serializer<T> serializer) {
    return new FlowSerializer<>(Objects.requireNonNull(serializer, "serializer is null"));
  }

  /**
   * Makes a subscriber that any thread may call, and that passes all signals to {@code downstream},
   * one at a time: see {@link Serializer#wrap}.
   *
   * @param downstream gets the signals. Do not call it directly any more, and wrap it only once
   *     (§2.12)
   * @param <R> the type of the items
   * @return the subscriber for the producers
   */
  public <R extends T> SerializedFlowSubscriber<R> wrap(Flow.Subscriber<? super R> downstream) {
    Objects.requireNonNull(downstream, "downstream is null");
    return new SerializedFlowSubscriber<>(serializer, downstream);
  }

  /**
   * Makes a publisher that passes the signals of {@code upstream} on, one at a time, even if the
   * upstream breaks §1.3 and signals from several threads at once: see {@link
   * Serializer#serialize}.
   *
   * @param upstream the publisher; it is subscribed to once for each subscriber
   * @param <R> the type of the items
   * @return the serial publisher
   */
  public <R extends T> Flow.Publisher<R> serialize(Flow.Publisher<? extends R> upstream) {
    Objects.requireNonNull(upstream, "upstream is null");
    Publisher<R> reactive = FlowAdapters.toPublisher(upstream);
    // If the conversion back does not return upstream, then upstream was an adapter, and reactive
    // is what it adapts.
    return FlowAdapters.toFlowPublisher(reactive) == upstream
        ? downstream -> upstream.subscribe(this.<R>wrap(nonNull(downstream)))
        : downstream ->
            reactive.subscribe(serializer.<R>wrap(FlowAdapters.toSubscriber(nonNull(downstream))));
  }

  /**
   * Returns a sink as a {@link Flow.Publisher}.
   *
   * @param sink the sink
   * @param <T> the type of the items
   * @return the stream; its first subscriber is the sink's, any other gets an {@link
   *     IllegalStateException}
   */
  public static <T> Flow.Publisher<T> publisher(SerializedSink<T> sink) {
    Objects.requireNonNull(sink, "sink is null");
    return subscriber -> sink.subscribe(FlowAdapters.toSubscriber(nonNull(subscriber)));
  }

  private static <S> S nonNull(S subscriber) {
    return Objects.requireNonNull(subscriber, "subscriber is null (§1.9)");
  }
}
