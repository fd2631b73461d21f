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
 * An upstream whose signals come from any threads, heeding no demand: it keeps the way into its one
 * subscriber for them. Speaks what each library takes without an adapter.
 */
final class Raw implements Publisher<Integer>, Flow.Publisher<Integer>, ObservableSource<Integer> {
  private Consumer<Integer> entry =
      item -> {
        throw new IllegalStateException("nobody has subscribed");
      };

  private Runnable completion = () -> {};

  @Override
  public void subscribe(Subscriber<? super Integer> subscriber) {
    subscriber.onSubscribe(Unheeding.INSTANCE);
    entry = subscriber::onNext;
    completion = subscriber::onComplete;
  }

  @Override
  public void subscribe(Flow.Subscriber<? super Integer> subscriber) {
    subscriber.onSubscribe(Unheeding.INSTANCE);
    entry = subscriber::onNext;
    completion = subscriber::onComplete;
  }

  @Override
  public void subscribe(Observer<? super Integer> observer) {
    observer.onSubscribe(Disposable.empty());
    entry = observer::onNext;
    completion = observer::onComplete;
  }

  /** Returns the way into the subscriber. */
  Consumer<Integer> entry() {
    return entry;
  }

  /** Completes the subscriber. */
  void complete() {
    completion.run();
  }

  /** The subscription of an upstream that pushes what it has, whatever is requested. */
  enum Unheeding implements Subscription, Flow.Subscription {
    INSTANCE;

    @Override
    public void request(long n) {}

    @Override
    public void cancel() {}
  }
}
