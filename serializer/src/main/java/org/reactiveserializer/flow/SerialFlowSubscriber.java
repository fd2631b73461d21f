package org.reactiveserializer.flow;

import java.util.concurrent.Flow;
import org.reactiveserializer.SerialSubscriber;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.Stats;
import org.reactiveserializer.internal.operator.FlowUpstream;
import org.reactivestreams.FlowAdapters;

/**
 * The counterpart of {@link SerialSubscriber} for {@link Flow}: any number of threads may call
 * it, and it passes their signals to one downstream subscriber, one at a time (§1.3). Each method
 * does what the method of the same name of {@code SerialSubscriber} does. {@link
 * FlowSerializer#wrap} makes it.
 *
 * @param <T> the type of the items
 */
public final class SerialFlowSubscriber<T> implements Flow.Subscriber<T>, Flow.Subscription {
  private final SerialSubscriber<T> serialized;

  SerialFlowSubscriber(Serializer<? super T> serializer, Flow.Subscriber<? super T> downstream) {
    serialized = serializer.wrap(FlowAdapters.toSubscriber(downstream));
  }

  /**
   * As {@link SerialSubscriber#onSubscribe}.
   */
  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    serialized.onSubscribe(FlowUpstream.of(subscription));
  }

  /**
   * As {@link SerialSubscriber#onNext}.
   */
  @Override
  public void onNext(T item) {
    serialized.onNext(item);
  }

  /**
   * As {@link SerialSubscriber#onError}.
   */
  @Override
  public void onError(Throwable error) {
    serialized.onError(error);
  }

  /** As {@link SerialSubscriber#onComplete}. */
  @Override
  public void onComplete() {
    serialized.onComplete();
  }

  /**
   * As {@link SerialSubscriber#request}.
   *
   * @param n a positive number of items; otherwise the upstream is cancelled and the stream ends
   *     with an {@link IllegalArgumentException} (§3.9)
   */
  @Override
  public void request(long n) {
    serialized.request(n);
  }

  /** As {@link SerialSubscriber#cancel}. */
  @Override
  public void cancel() {
    serialized.cancel();
  }

  /**
   * As {@link SerialSubscriber#requested}.
   *
   * @return a number of items
   */
  public long requested() {
    return serialized.requested();
  }

  /**
   * As {@link SerialSubscriber#backlog}.
   *
   * @return the number of items that wait
   */
  public int backlog() {
    return serialized.backlog();
  }

  /**
   * As {@link SerialSubscriber#isTerminated}.
   *
   * @return true if later items are discarded
   */
  public boolean isTerminated() {
    return serialized.isTerminated();
  }

  /**
   * As {@link SerialSubscriber#stats}.
   *
   * @return the figures
   */
  public Stats stats() {
    return serialized.stats();
  }

  @Override
  public String toString() {
    return "SerialFlowSubscriber of " + serialized;
  }
}
