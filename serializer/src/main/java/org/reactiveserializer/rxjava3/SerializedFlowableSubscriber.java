package org.reactiveserializer.rxjava3;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableSubscriber;
import org.reactiveserializer.SerializedSubscriber;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * What {@link SerializedSubscriber} is, for a {@link Flowable}: its signals never overlap, and each
 * happens-before the next (§1.3), no matter which threads call. What is said there of threads, order, fate, and a
 * downstream that throws or calls back holds here, too. Made by {@link RxSerializer#wrap(Subscriber)};
 * not for others to implement: methods may be added.
 *
 * <p>Being a {@link FlowableSubscriber}, it is called by a {@code Flowable} directly. In front of any other subscriber {@link
 * Flowable#subscribe(Subscriber)} puts one that drops items which come at the same time.
 *
 * @param <T> the type of the items
 */
@SuppressWarnings("exports") // who uses this requires RxJava, too
public interface SerializedFlowableSubscriber<T> extends FlowableSubscriber<T>, Subscription {
  /**
   * As {@link SerializedSubscriber#onSubscribe}. The downstream sees no queue of the upstream's, so it cannot
   * ask for fusion.
   *
   * @throws NullPointerException if {@code subscription} is null (§2.13); nothing changes then
   */
  @Override
  void onSubscribe(Subscription subscription);

  /**
   * As {@link SerializedSubscriber#onNext}.
   *
   * @throws NullPointerException if {@code item} is null (§2.13); nothing changes then
   */
  @Override
  void onNext(T item);

  /**
   * As {@link SerializedSubscriber#onError}.
   *
   * @throws NullPointerException if {@code error} is null (§2.13); nothing changes then
   */
  @Override
  void onError(Throwable error);

  /** As {@link SerializedSubscriber#onComplete}. */
  @Override
  void onComplete();

  /**
   * As {@link SerializedSubscriber#request}.
   *
   * @param n a positive number of items; otherwise the upstream is cancelled and the stream ends
   *     with an {@link IllegalArgumentException} (§3.9)
   */
  @Override
  void request(long n);

  /** As {@link SerializedSubscriber#cancel}. */
  @Override
  void cancel();

  /**
   * As {@link SerializedSubscriber#backlog}.
   *
   * @return the number of items that wait
   */
  int backlog();
}
