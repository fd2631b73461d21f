package org.reactiveserializer.mutiny;

import io.smallrye.mutiny.Context;
import io.smallrye.mutiny.subscription.ContextSupport;
import io.smallrye.mutiny.subscription.MultiSubscriber;
import java.util.concurrent.Flow;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Mutiny's subscriber, as the core knows its downstream. The subscription is one of both kinds. */
record MultiDownstream<T>(MultiSubscriber<? super T> subscriber, Runnable beforeAll)
    implements Subscriber<T> {

  /** One before whose first signal nothing needs to be done. */
  MultiDownstream(MultiSubscriber<? super T> subscriber) {
    this(subscriber, () -> {});
  }

  /** Returns the context of a subscriber, which need not have one. */
  static Context contextOf(Object subscriber) {
    return subscriber instanceof ContextSupport supporter ? supporter.context() : Context.empty();
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    beforeAll.run();
    subscriber.onSubscribe((Flow.Subscription) subscription);
  }

  @Override
  public void onNext(T item) {
    subscriber.onItem(item);
  }

  @Override
  public void onError(Throwable failure) {
    subscriber.onFailure(failure);
  }

  @Override
  public void onComplete() {
    subscriber.onCompletion();
  }
}
