package org.reactiveserializer.stress.broken;

import java.util.function.UnaryOperator;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Publishers whose subscription requests too much or does not cancel. */
public final class BrokenSubscriptions {
  private BrokenSubscriptions() {}

  /** Requests one item more than the subscriber, each time. */
  public static <T> Publisher<T> greedy(Publisher<T> source) {
    return relay(
        source,
        sound ->
            new Subscription() {
              @Override
              public void request(long n) {
                sound.request(n == Long.MAX_VALUE ? n : n + 1);
              }

              @Override
              public void cancel() {
                sound.cancel();
              }
            });
  }

  /** Ignores cancellation. */
  public static <T> Publisher<T> deaf(Publisher<T> source) {
    return relay(
        source,
        sound ->
            new Subscription() {
              @Override
              public void request(long n) {
                sound.request(n);
              }

              @Override
              public void cancel() {}
            });
  }

  private static <T> Publisher<T> relay(Publisher<T> source, UnaryOperator<Subscription> defect) {
    return downstream ->
        source.subscribe(
            new Subscriber<T>() {
              @Override
              public void onSubscribe(Subscription subscription) {
                downstream.onSubscribe(defect.apply(subscription));
              }

              @Override
              public void onNext(T item) {
                downstream.onNext(item);
              }

              @Override
              public void onError(Throwable error) {
                downstream.onError(error);
              }

              @Override
              public void onComplete() {
                downstream.onComplete();
              }
            });
  }
}
