package org.reactiveserializer.internal.engine;

import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Stands for a downstream that was released, and for one that leaves when it gets its subscription. So it gets
 * no other signal.
 */
public enum Nobody implements Subscriber<Object> {
  /** The only one. */
  INSTANCE;

  /** Returns the only one, as a subscriber of any items: it gets none. */
  @SuppressWarnings("unchecked")
  public static <T> Subscriber<T> subscriber() {
    return (Subscriber<T>) (Subscriber<?>) INSTANCE;
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    subscription.cancel();
  }

  @Override
  public void onNext(Object item) {
    throw signalled();
  }

  @Override
  public void onError(Throwable error) {
    throw signalled();
  }

  @Override
  public void onComplete() {
    throw signalled();
  }

  private static IllegalStateException signalled() {
    return new IllegalStateException(
        "§1.7: a signal after the terminal; this is a defect of the serializer, please report it");
  }
}
