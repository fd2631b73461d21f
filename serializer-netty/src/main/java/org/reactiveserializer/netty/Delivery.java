package org.reactiveserializer.netty;

import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Notices each message that it passes on: its credit may return. */
record Delivery<T>(Subscriber<? super Received<T>> downstream) implements Subscriber<Received<T>> {
  @Override
  public void onSubscribe(Subscription subscription) {
    downstream.onSubscribe(subscription);
  }

  @Override
  public void onNext(Received<T> message) {
    try {
      downstream.onNext(message);
    } finally {
      message.delivered(); // not before: the channel may be closed then
    }
  }

  @Override
  public void onError(Throwable error) {
    downstream.onError(error);
  }

  @Override
  public void onComplete() {
    downstream.onComplete();
  }
}
