package org.reactiveserializer.flow;

import java.util.Objects;
import java.util.concurrent.Flow;
import org.reactiveserializer.SerializedSubscriber;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.internal.operator.Bridges;
import org.reactiveserializer.internal.operator.SerialEmitter;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Subscription;

/**
 * What {@link SerializedSubscriber} is, for {@link Flow}: its signals never overlap, and each
 * happens-before the next (§1.3), no matter which threads call. What is said there of threads, order, fate, and a
 * downstream that throws or calls back holds here, too. Made by {@link FlowSerializer#wrap}.
 *
 * @param <T> the type of the items
 */
public final class SerializedFlowSubscriber<T> implements Flow.Subscriber<T>, Flow.Subscription {
  private final SerialEmitter<T> emitter;

  SerializedFlowSubscriber(Serializer<T> serializer, Flow.Subscriber<? super T> downstream) {
    emitter =
        new SerialEmitter<>(
            Bridges.settings(serializer), FlowAdapters.toSubscriber(downstream));
  }

  /**
   * As {@link SerializedSubscriber#onSubscribe}.
   *
   * @throws NullPointerException if {@code subscription} is null (§2.13); nothing changes then
   */
  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    Objects.requireNonNull(subscription, "subscription is null (§2.13)");
    emitter.onSubscribe(
        subscription instanceof Subscription both ? both : new Upstream(subscription));
  }

  /**
   * As {@link SerializedSubscriber#onNext}.
   *
   * @throws NullPointerException if {@code item} is null (§2.13); nothing changes then
   */
  @Override
  public void onNext(T item) {
    emitter.onNext(item);
  }

  /**
   * As {@link SerializedSubscriber#onError}.
   *
   * @throws NullPointerException if {@code error} is null (§2.13); nothing changes then
   */
  @Override
  public void onError(Throwable error) {
    emitter.onError(error);
  }

  /** As {@link SerializedSubscriber#onComplete}. */
  @Override
  public void onComplete() {
    emitter.onComplete();
  }

  /**
   * As {@link SerializedSubscriber#request}.
   *
   * @param n a positive number of items; otherwise the upstream is cancelled and the stream ends
   *     with an {@link IllegalArgumentException} (§3.9)
   */
  @Override
  public void request(long n) {
    emitter.request(n);
  }

  /** As {@link SerializedSubscriber#cancel}. */
  @Override
  public void cancel() {
    emitter.cancel();
  }

  /**
   * As {@link SerializedSubscriber#backlog}.
   *
   * @return the number of items that wait
   */
  public int backlog() {
    return emitter.backlog();
  }

  private record Upstream(Flow.Subscription subscription) implements Subscription {
    @Override
    public void request(long n) {
      subscription.request(n);
    }

    @Override
    public void cancel() {
      subscription.cancel();
    }
  }
}
