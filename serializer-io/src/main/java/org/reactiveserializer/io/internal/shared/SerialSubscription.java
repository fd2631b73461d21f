package org.reactiveserializer.io.internal.shared;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.reactivestreams.Subscription;

/** Makes calls of a subscription serial (§2.7): two threads request and cancel. */
public final class SerialSubscription implements Subscription {
  private final Subscription subscription;
  private final Consumer<? super Throwable> onThrown;
  private final AtomicLong requested = new AtomicLong();
  private final AtomicInteger calls = new AtomicInteger();
  private volatile boolean cancelled;
  private boolean hasCancelled; // of the thread that makes the calls

  /**
   * Creates the subscription.
   *
   * @param onThrown gets what the other subscription throws
   */
  public SerialSubscription(Subscription subscription, Consumer<? super Throwable> onThrown) {
    this.subscription = subscription;
    this.onThrown = onThrown;
  }

  @Override
  public void request(long n) {
    requested.addAndGet(n);
    call();
  }

  @Override
  public void cancel() {
    cancelled = true;
    call();
  }

  /** The thread whose call is the first makes the calls of all others, too. */
  private void call() {
    if (calls.getAndIncrement() != 0) {
      return;
    }
    int made = 1;
    do {
      long n = requested.getAndSet(0);
      try {
        if (cancelled) {
          if (!hasCancelled) { // once: what it throws may make its hook cancel again
            hasCancelled = true;
            subscription.cancel();
          }
        } else if (n > 0) {
          subscription.request(n);
        }
      } catch (Throwable thrown) {
        onThrown.accept(thrown);
      }
      made = calls.addAndGet(-made);
    } while (made != 0);
  }
}
