package org.reactiveserializer.internal.operator;

import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** The subscription of a subscriber that is told at once why it gets nothing. */
public enum Refused implements Subscription {
  /** The one. */
  INSTANCE;

  /** Tells a subscriber why (§1.9). */
  public static void signal(Subscriber<?> subscriber, Throwable why) {
    subscriber.onSubscribe(INSTANCE);
    subscriber.onError(why);
  }

  @Override
  public void request(long n) {}

  @Override
  public void cancel() {}
}
