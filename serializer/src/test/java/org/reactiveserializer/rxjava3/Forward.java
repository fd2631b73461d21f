package org.reactiveserializer.rxjava3;

import io.reactivex.rxjava3.core.FlowableSubscriber;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A subscriber that a hook puts around another one. */
@SuppressWarnings({"rawtypes", "unchecked"}) // as RxJava's hooks are
final class Forward implements FlowableSubscriber {
  private final Subscriber next;
  boolean subscribed;

  Forward(Subscriber next) {
    this.next = next;
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    subscribed = true;
    next.onSubscribe(subscription);
  }

  @Override
  public void onNext(Object item) {
    next.onNext(item);
  }

  @Override
  public void onError(Throwable error) {
    next.onError(error);
  }

  @Override
  public void onComplete() {
    next.onComplete();
  }
}
