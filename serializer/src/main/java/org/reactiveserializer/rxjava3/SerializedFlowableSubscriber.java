package org.reactiveserializer.rxjava3;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableSubscriber;
import org.reactiveserializer.SerializedSubscriber;
import org.reactiveserializer.internal.emission.EmissionRight;
import org.reactiveserializer.internal.operator.SerialEmitter;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * What {@link SerializedSubscriber} is, for a {@link Flowable}: its signals never overlap, and each
 * happens-before the next (§1.3), whichever threads call. What is said there of threads, order, fate, and a
 * downstream that throws or calls back holds here, too. Made by {@link RxSerializer#wrap(Subscriber)}.
 *
 * <p>Being a {@link FlowableSubscriber}, it is called by a {@code Flowable} directly. In front of any other subscriber {@link
 * Flowable#subscribe(Subscriber)} puts one that drops items which come at the same time.
 *
 * @param <T> the type of the items
 */
@SuppressWarnings("exports") // who uses this requires RxJava, too
public final class SerializedFlowableSubscriber<T>
    implements FlowableSubscriber<T>, Subscription {
  private final SerialEmitter<T> emitter;

  SerializedFlowableSubscriber(SerialSettings<T> settings, Subscriber<? super T> downstream) {
    EmissionRight right = EmissionRight.create(); // first, for its padding: see Serializer.wrap
    emitter = new SerialEmitter<>(right, settings, downstream);
  }

  /**
   * As {@link SerializedSubscriber#onSubscribe}. The downstream sees no queue of the upstream's, so it cannot
   * ask for fusion.
   *
   * @throws NullPointerException if {@code subscription} is null (§2.13); nothing changes then
   */
  @Override
  public void onSubscribe(Subscription subscription) {
    emitter.onSubscribe(subscription);
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
}
