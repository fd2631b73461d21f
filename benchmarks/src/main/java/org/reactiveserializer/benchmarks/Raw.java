package org.reactiveserializer.benchmarks;

import io.reactivex.rxjava3.core.ObservableSource;
import io.reactivex.rxjava3.core.Observer;
import io.reactivex.rxjava3.disposables.Disposable;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * An upstream that any thread may signal and that ignores demand: it gives those threads access to
 * its only subscriber. Implements the publishers of both specifications and RxJava's, so that no
 * library wraps it in an adapter.
 */
final class Raw implements Publisher<Integer>, Flow.Publisher<Integer>, ObservableSource<Integer> {
  private Consumer<Integer> entry =
      item -> {
        throw new IllegalStateException("there is no subscriber yet: subscribe before entry()");
      };

  private Runnable completion = () -> {};

  @Override
  public void subscribe(Subscriber<? super Integer> subscriber) {
    subscriber.onSubscribe(IgnoredSubscription.INSTANCE);
    entry = subscriber::onNext;
    completion = subscriber::onComplete;
  }

  @Override
  public void subscribe(Flow.Subscriber<? super Integer> subscriber) {
    subscriber.onSubscribe(IgnoredSubscription.INSTANCE);
    entry = subscriber::onNext;
    completion = subscriber::onComplete;
  }

  @Override
  public void subscribe(Observer<? super Integer> observer) {
    observer.onSubscribe(Disposable.empty());
    entry = observer::onNext;
    completion = observer::onComplete;
  }

  /** Returns the {@code onNext} of the subscriber. */
  Consumer<Integer> entry() {
    return entry;
  }

  /** Completes the subscriber. */
  void complete() {
    completion.run();
  }

  /** A subscription that ignores requests and cancellation. */
  enum IgnoredSubscription implements Subscription, Flow.Subscription {
    INSTANCE;

    @Override
    public void request(long n) {}

    @Override
    public void cancel() {}
  }
}
