package org.reactiveserializer.internal.operator;

import java.util.concurrent.Flow;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * A publisher of the JDK's kind, as the core knows its sources. A subscriber that is of both kinds, as {@link
 * FlowMerger} and {@link FlowInner} are, is subscribed without an adapter.
 *
 * @param publisher the publisher
 * @param <T> the type of the items
 */
public record FlowSource<T>(Flow.Publisher<? extends T> publisher) implements Publisher<T> {

  /** Returns a mapper whose sources the core knows. A null that the other returns stays null. */
  public static <S, T> Function<S, @Nullable Publisher<? extends T>> mapping(
      Function<? super S, ? extends Flow.Publisher<? extends T>> mapper) {
    return item -> {
      Flow.Publisher<? extends T> publisher = mapper.apply(item);
      return publisher == null ? null : new FlowSource<T>(publisher);
    };
  }

  @Override
  public void subscribe(Subscriber<? super T> subscriber) {
    publisher.subscribe(FlowAdapters.toFlowSubscriber(subscriber));
  }

  /** That of the publisher, by which errors name it. */
  @Override
  public String toString() {
    return publisher.toString();
  }
}
