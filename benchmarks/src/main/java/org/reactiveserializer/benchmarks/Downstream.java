package org.reactiveserializer.benchmarks;

import io.reactivex.rxjava3.core.FlowableSubscriber;
import io.reactivex.rxjava3.core.Observer;
import io.reactivex.rxjava3.disposables.Disposable;
import io.smallrye.mutiny.subscription.MultiSubscriber;
import java.util.concurrent.Flow;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/**
 * What every contender pushes into. Implements the subscribers of both specifications,
 * RxJava's, Reactor's and Mutiny's, so that no library puts an adapter before it.
 */
interface Downstream
    extends CoreSubscriber<Integer>,
        FlowableSubscriber<Integer>,
        Observer<Integer>,
        MultiSubscriber<Integer> {

  /**
   * Judges what arrived. By a thread that happens after all producers.
   *
   * @param pushed how many items each producer pushed
   */
  Verdict judge(long... pushed);

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
    throw new AssertionError("nobody signals an error here", error);
  }

  @Override
  default void onComplete() {
    throw new AssertionError("nobody completes here");
  }
}
