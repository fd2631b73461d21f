package org.reactiveserializer.io.internal.shared;

import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** The subscription of a subscriber that gets nothing but an error (§1.9). */
public final class Refusal implements Subscription {
  private volatile boolean cancelled;

  private Refusal() {}

  /** Signals an error to a subscriber, unless it cancels before. */
  public static void signal(Subscriber<?> subscriber, Throwable error) {
    Refusal refusal = new Refusal();
    subscriber.onSubscribe(refusal);
    if (!refusal.cancelled) {
      subscriber.onError(error);
    }
  }

  @Override
  public void request(long n) {
    // Nothing follows but the error.
  }

  @Override
  public void cancel() {
    cancelled = true;
  }
}
