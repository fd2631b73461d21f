package org.reactiveserializer.flow;

import java.util.concurrent.Flow;
import org.reactiveserializer.SerializedSubscriber;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.Stats;
import org.reactiveserializer.internal.operator.FlowUpstream;
import org.reactivestreams.FlowAdapters;

/**
 * The counterpart of {@link SerializedSubscriber} for {@link Flow}: any number of threads may call
 * it, and it passes their signals to one downstream subscriber, one at a time (§1.3). Each method
 * does what the method of the same name of {@code SerializedSubscriber} does. {@link
 * FlowSerializer#wrap} makes it.
 *
 * @param <T> the type of the items
 */
public final class SerializedFlowSubscriber<T> implements Flow.Subscriber<T>, Flow.Subscription {
  private final SerializedSubscriber<T> serialized;

  SerializedFlowSubscriber(
      Serializer<? super T> serializer, Flow.Subscriber<? super T> downstream) {
    serialized = serializer.wrap(FlowAdapters.toSubscriber(downstream));
  }

  /**
   * As {@link SerializedSubscriber#onSubscribe}.
   *
   * @throws NullPointerException if {@code subscription} is null (§2.13); nothing changes then
   */
  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    serialized.onSubscribe(FlowUpstream.of(subscription));
  }

  /**
   * As {@link SerializedSubscriber#onNext}.
   *
   * @throws NullPointerException if {@code item} is null (§2.13); nothing changes then
   */
  @Override
  public void onNext(T item) {
    serialized.onNext(item);
  }

  /**
   * As {@link SerializedSubscriber#onError}.
   *
   * @throws NullPointerException if {@code error} is null (§2.13); nothing changes then
   */
  @Override
  public void onError(Throwable error) {
    serialized.onError(error);
  }

  /** As {@link SerializedSubscriber#onComplete}. */
  @Override
  public void onComplete() {
    serialized.onComplete();
  }

  /**
   * As {@link SerializedSubscriber#request}.
   *
   * @param n a positive number of items; otherwise the upstream is cancelled and the stream ends
   *     with an {@link IllegalArgumentException} (§3.9)
   */
  @Override
  public void request(long n) {
    serialized.request(n);
  }

  /** As {@link SerializedSubscriber#cancel}. */
  @Override
  public void cancel() {
    serialized.cancel();
  }

  /**
   * As {@link SerializedSubscriber#requested}.
   *
   * @return a number of items
   */
  public long requested() {
    return serialized.requested();
  }

  /**
   * As {@link SerializedSubscriber#backlog}.
   *
   * @return the number of items that wait
   */
  public int backlog() {
    return serialized.backlog();
  }

  /**
   * As {@link SerializedSubscriber#isTerminated}.
   *
   * @return true if later items are discarded
   */
  public boolean isTerminated() {
    return serialized.isTerminated();
  }

  /**
   * As {@link SerializedSubscriber#stats}.
   *
   * @return the figures
   */
  public Stats stats() {
    return serialized.stats();
  }
}
