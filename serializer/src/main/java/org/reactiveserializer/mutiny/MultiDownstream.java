package org.reactiveserializer.mutiny;

import io.smallrye.mutiny.Context;
import io.smallrye.mutiny.subscription.ContextSupport;
import io.smallrye.mutiny.subscription.MultiSubscriber;
import java.util.concurrent.Flow;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A subscriber of Mutiny as the core's downstream. The core's subscription must be a
 * {@link Flow.Subscription} as well.
 *
 * @param subscriber gets the signals
 * @param beforeSubscription called before {@code onSubscribe}
 */
record MultiDownstream<T>(MultiSubscriber<? super T> subscriber, Runnable beforeSubscription)
    implements Subscriber<T> {

  /** Creates a downstream with nothing to do before {@code onSubscribe}. */
  MultiDownstream(MultiSubscriber<? super T> subscriber) {
    this(subscriber, () -> {});
  }

  /** Returns the context of a subscriber; an empty one if it has none. */
  static Context contextOf(Object subscriber) {
    return subscriber instanceof ContextSupport supporter ? supporter.context() : Context.empty();
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    beforeSubscription.run();
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
