package org.reactiveserializer.internal.operator;

import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * A {@link Flow.Publisher} as a publisher of Reactive Streams, which the core needs. A subscriber
 * that implements both interfaces, as {@link FlowMerger} and {@link FlowInner} do, is subscribed
 * without an adapter.
 *
 * @param publisher the publisher
 * @param <T> the type of the items
 */
public record FlowSource<T>(Flow.Publisher<? extends T> publisher) implements Publisher<T> {

  /**
   * Returns a mapper to publishers of Reactive Streams. If {@code mapper} returns null, so does the
   * result.
   */
  public static <S, T> Function<S, @Nullable Publisher<? extends T>> mapping(
      Function<? super S, ? extends Flow.Publisher<? extends T>> mapper) {
    return item -> {
      Flow.Publisher<? extends T> publisher = mapper.apply(item);
      return publisher == null ? null : new FlowSource<T>(publisher);
    };
  }

  /** Returns a publisher of {@link Flow} as one of Reactive Streams. */
  public static <T> FlowSource<T> of(Flow.Publisher<? extends T> publisher) {
    return new FlowSource<>(Objects.requireNonNull(publisher, "source is null"));
  }

  /** Returns a hook for sources made by {@link #of} that gives {@code hook} what they were made of. */
  public static <T> @Nullable Consumer<Publisher<? extends T>> unwrapping(
      @Nullable Consumer<? super Flow.Publisher<? extends T>> hook) {
    return hook == null
        ? null
        : source -> hook.accept(((FlowSource<? extends T>) source).publisher());
  }

  @Override
  public void subscribe(Subscriber<? super T> subscriber) {
    publisher.subscribe(FlowAdapters.toFlowSubscriber(subscriber));
  }

  /** Returns the publisher's own string, since errors of the merge name the publisher by it. */
  @Override
  public String toString() {
    return publisher.toString();
  }
}
