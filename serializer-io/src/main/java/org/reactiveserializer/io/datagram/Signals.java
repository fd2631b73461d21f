package org.reactiveserializer.io.datagram;

import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Subscribers that are treated in a special way. */
final class Signals {
  private Signals() {}

  /** Signals an error to a subscriber that gets nothing else (§1.9). */
  static void refuse(Subscriber<?> subscriber, Throwable error) {
    Refusal refusal = new Refusal();
    subscriber.onSubscribe(refusal);
    if (!refusal.cancelled) {
      subscriber.onError(error);
    }
  }

  private static final class Refusal implements Subscription {
    private volatile boolean cancelled;

    @Override
    public void request(long n) {
      // Nothing follows but the error.
    }

    @Override
    public void cancel() {
      cancelled = true;
    }
  }

  /**
   * Returns a subscriber that notes of each datagram that it was delivered, before {@code
   * subscriber} gets it.
   */
  static Subscriber<Datagram> marking(Subscriber<? super Datagram> subscriber) {
    return new Subscriber<>() {
      @Override
      public void onSubscribe(Subscription subscription) {
        subscriber.onSubscribe(subscription);
      }

      @Override
      public void onNext(Datagram datagram) {
        datagram.delivered();
        subscriber.onNext(datagram);
      }

      @Override
      public void onError(Throwable error) {
        subscriber.onError(error);
      }

      @Override
      public void onComplete() {
        subscriber.onComplete();
      }
    };
  }
}
