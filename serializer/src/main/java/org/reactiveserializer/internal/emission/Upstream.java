package org.reactiveserializer.internal.emission;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;

/**
 * The upstream's subscription, which may come after it is asked for something: demand adds up until
 * it is there, and a cancellation waits for it. Any thread may call any method; calls are passed on
 * by the thread that makes them, hence not serially (§2.7 asks that of the caller).
 *
 * <pre>
 *   NONE ──► CLAIMED ──► the subscription ──► GONE      claim, start, cancel or release
 * </pre>
 */
public final class Upstream {
  // Here, so that the class is there before the heap is full.
  private static final Subscription GONE = Gone.INSTANCE;

  // Null until start, then the subscription, then GONE.
  @SuppressWarnings("unused") // by way of the VarHandle
  private volatile @Nullable Subscription subscription;

  // Demand from before start. Whoever takes it out (getAndSet) passes it on.
  @SuppressWarnings("unused") // by way of the VarHandle
  private volatile long missed;

  @SuppressWarnings("unused") // by way of the VarHandle
  private volatile boolean claimed;

  /** Creates one without a subscription. */
  public Upstream() {}

  /** Makes the caller the one whose subscription counts; true once (§2.5, §2.12). */
  public boolean claim() {
    return CLAIMED.compareAndSet(this, false, true);
  }

  /** Brings the claimed subscription, which gets the demand of so far, or is cancelled. */
  public void start(Subscription arrived) {
    if (SUBSCRIPTION.compareAndSet(this, (Subscription) null, arrived)) {
      requestMissed(arrived);
    } else {
      arrived.cancel();
    }
  }

  /** Requests {@code n} items, a positive number, now or as soon as the subscription is there. */
  public void request(long n) {
    Subscription current = subscription;
    if (current == null) {
      addMissed(n);
      current = subscription;
      if (current != null) {
        // It came in between. Either start saw our demand or we take it out again here.
        requestMissed(current);
      }
    } else {
      current.request(n);
    }
  }

  /** Cancels the subscription once, now or as soon as it is there. */
  public void cancel() {
    replace().cancel();
  }

  /** Lets the subscription go without cancelling it: the upstream has ended by itself (§1.6). */
  public void release() {
    replace();
  }

  private Subscription replace() {
    Subscription last = (Subscription) SUBSCRIPTION.getAndSet(this, GONE);
    return last == null ? GONE : last;
  }

  private void requestMissed(Subscription current) {
    long n = (long) MISSED.getAndSet(this, 0L);
    if (n != 0) {
      current.request(n);
    }
  }

  private void addMissed(long n) {
    for (; ; ) {
      long last = missed;
      long sum = last + n;
      if (MISSED.compareAndSet(this, last, sum < 0 ? Long.MAX_VALUE : sum)) { // §3.17
        return;
      }
    }
  }

  /** Stands for a subscription that was cancelled or let go: calls do nothing (§3.6, §3.7). */
  private enum Gone implements Subscription {
    INSTANCE;

    @Override
    public void request(long n) {}

    @Override
    public void cancel() {}
  }

  private static final VarHandle SUBSCRIPTION = handle("subscription", Subscription.class);
  private static final VarHandle MISSED = handle("missed", long.class);
  private static final VarHandle CLAIMED = handle("claimed", boolean.class);

  private static VarHandle handle(String field, Class<?> type) {
    return ConstantBootstraps.fieldVarHandle(
        MethodHandles.lookup(), field, VarHandle.class, Upstream.class, type);
  }
}
