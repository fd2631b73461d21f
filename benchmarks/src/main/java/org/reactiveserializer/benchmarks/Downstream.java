package org.reactiveserializer.benchmarks;

import io.reactivex.rxjava3.core.FlowableSubscriber;
import io.reactivex.rxjava3.core.Observer;
import io.reactivex.rxjava3.disposables.Disposable;
import io.smallrye.mutiny.subscription.MultiSubscriber;
import java.util.concurrent.Flow;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/**
 * The subscriber behind every contender. Implements the subscribers of both specifications,
 * RxJava's, Reactor's and Mutiny's, so that no library wraps it in an adapter.
 */
interface Downstream
    extends CoreSubscriber<Integer>,
        FlowableSubscriber<Integer>,
        Observer<Integer>,
        MultiSubscriber<Integer> {

  /**
   * Returns the verdict on what arrived. All calls of the producers must happen-before this call.
   *
   * @param emitted how many items each producer emitted
   */
  Verdict judge(long... emitted);

  @Override
  void onNext(Integer item);

  @Override
  default void onItem(Integer item) {
    onNext(item);
  }

  @Override
  default void onSubscribe(Subscription subscription) {
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  default void onSubscribe(Flow.Subscription subscription) {
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  default void onSubscribe(Disposable disposable) {}

  @Override
  default void onFailure(Throwable error) {
    onError(error);
  }

  @Override
  default void onCompletion() {
    onComplete();
  }

  @Override
  default void onError(Throwable error) {
    throw new AssertionError("unexpected onError: no producer signals an error", error);
  }

  @Override
  default void onComplete() {
    throw new AssertionError("unexpected onComplete: no producer completes");
  }
}
