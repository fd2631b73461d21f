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
  private volatile long earlyDemand;

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
  public boolean setOnce(Subscription arrived) {
    boolean first = super.setOnce(arrived);
    Subscription current = subscription(); // not the one that arrived, if it was cancelled
    if (first && earlyDemand != 0 && current != null) {
      requestEarlyDemand(current);
    }
    return first;
  }

  /** As {@link #setOnce}, once more, if the stack of who brought it ended before it was done. */
  public void setLate(Subscription arrived) {
    Subscription current = subscription();
    if (current == null) {
      setOnce(arrived);
    } else if (current != arrived) {
      arrived.cancel();
    } else {
      requestEarlyDemand(current);
    }
  }

  /** Requests {@code n} items, a positive number, now or as soon as the subscription is there. */
  public void request(long n) {
    Subscription current = subscription();
    if (current == null) {
      addEarlyDemand(n);
      current = subscription();
      if (current != null) {
        // It came in between. Either arrive saw our demand or we take it out again here.
        requestEarlyDemand(current);
      }
    } else {
      if (earlyDemand != 0) { // the stack of who added it ended before it could look again
        requestEarlyDemand(current);
      }
      current.request(n);
    }
  }

  private void requestEarlyDemand(Subscription current) {
    long n = (long) EARLY_DEMAND.getAndSet(this, 0L);
    if (n != 0) {
      current.request(n);
    }
  }

  private void addEarlyDemand(long n) {
    for (; ; ) {
      long last = earlyDemand;
      long sum = last + n;
      if (EARLY_DEMAND.compareAndSet(this, last, sum < 0 ? Long.MAX_VALUE : sum)) { // §3.17
        return;
      }
    }
  }

  private static final VarHandle EARLY_DEMAND = handle("earlyDemand", long.class);
  private static final VarHandle CLAIMED = handle("claimed", boolean.class);

  private static VarHandle handle(String field, Class<?> type) {
    return ConstantBootstraps.fieldVarHandle(
        MethodHandles.lookup(), field, VarHandle.class, Upstream.class, type);
  }
}
