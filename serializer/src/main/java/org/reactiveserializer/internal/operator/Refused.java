package org.reactiveserializer.internal.operator;

import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** The subscription of a subscriber that is refused: it gets only an error. */
public enum Refused implements Subscription {
  /** The only instance. */
  INSTANCE;

  /**
   * Signals {@code onSubscribe}, which must come first (§1.9), and then the reason as
   * {@code onError}.
   */
  public static void signal(Subscriber<?> subscriber, Throwable why) {
    subscriber.onSubscribe(INSTANCE);
    subscriber.onError(why);
  }

  @Override
  public void request(long n) {}

  @Override
  public void cancel() {}
}
