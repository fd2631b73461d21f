package org.reactiveserializer.rxjava3;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import org.reactiveserializer.internal.operator.Refused;
import org.reactiveserializer.internal.operator.SinkEmitter;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A sink of the core as RxJava sees it. */
final class SinkFlowable<T> extends Flowable<T> {
  private final SinkEmitter<T> core;

  SinkFlowable(SinkEmitter<T> core) {
    this.core = core;
  }

  @Override
  protected void subscribeActual(Subscriber<? super T> subscriber) {
    Throwable refusal = core.admit(new Downstream(subscriber));
    if (refusal != null) {
      Refused.tell(subscriber, refusal);
    }
  }

  private final class Downstream implements Subscriber<T> {
    private final Subscriber<? super T> subscriber;

    Downstream(Subscriber<? super T> subscriber) {
      this.subscriber = subscriber;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      core.fallBackTo(null, RxJavaPlugins::onError);
      subscriber.onSubscribe(subscription);
    }

    @Override
    public void onNext(T item) {
      subscriber.onNext(item);
    }

    @Override
    public void onError(Throwable error) {
      subscriber.onError(error);
    }

    @Override
    public void onComplete() {
      subscriber.onComplete();
    }
  }
}
