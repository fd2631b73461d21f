package org.reactiveserializer.internal.ending;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.reactivestreams.Subscription;

/**
 * The upstream's subscription, which may also come after it is asked for something: demand adds up
 * until it is there.
 */
public final class Upstream extends SubscriptionCell {
  // Demand from before the arrival. Whoever takes it out (getAndSet) passes it on.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile long missed;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile boolean claimed;

  /** Creates one without a subscription. */
  public Upstream() {}

  /** Makes the caller the one whose subscription counts; true once (§2.5, §2.12). */
  public boolean claim() {
    return CLAIMED.compareAndSet(this, false, true);
  }

  /** Brings the subscription, which gets the demand of so far. */
  @Override
  public boolean arrive(Subscription arrived) {
    boolean first = super.arrive(arrived);
    Subscription current = subscription(); // not the one that arrived, if it was cancelled
    if (first && missed != 0 && current != null) {
      requestMissed(current);
    }
    return first;
  }

  /** As {@link #arrive}, once more, if the stack of who brought it ended before it was done. */
  public void arriveLate(Subscription arrived) {
    Subscription current = subscription();
    if (current == null) {
      arrive(arrived);
    } else if (current != arrived) {
      arrived.cancel();
    } else {
      requestMissed(current);
    }
  }

  /** Requests {@code n} items, a positive number, now or as soon as the subscription is there. */
  public void request(long n) {
    Subscription current = subscription();
    if (current == null) {
      addMissed(n);
      current = subscription();
      if (current != null) {
        // It came in between. Either arrive saw our demand or we take it out again here.
        requestMissed(current);
      }
    } else {
      if (missed != 0) { // the stack of who added it ended before it could look again
        requestMissed(current);
      }
      current.request(n);
    }
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

  private static final VarHandle MISSED = handle("missed", long.class);
  private static final VarHandle CLAIMED = handle("claimed", boolean.class);

  private static VarHandle handle(String field, Class<?> type) {
    return ConstantBootstraps.fieldVarHandle(
        MethodHandles.lookup(), field, VarHandle.class, Upstream.class, type);
  }
}
