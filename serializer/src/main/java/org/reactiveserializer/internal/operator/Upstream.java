package org.reactiveserializer.internal.operator;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.reactiveserializer.internal.engine.StackCheck;
import org.reactivestreams.Subscription;

/**
 * The upstream's subscription. Demand may arrive before it is set: such demand is added up, and
 * requested then.
 */
final class Upstream extends SubscriptionRef {
  // Demand from before the subscription was set. The thread that takes it out (getAndSet) requests
  // it.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile long earlyDemand;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile boolean claimed;

  /** Creates an upstream without a subscription. */
  Upstream() {}

  /** Returns true to the first caller, whose subscription is the one that counts (§2.5, §2.12). */
  boolean claim() {
    return CLAIMED.compareAndSet(this, false, true);
  }

  /** Returns whether there is an upstream, or will be in a moment. */
  boolean isClaimed() {
    return claimed;
  }

  /** Sets the subscription, and requests the demand until now. */
  @Override
  boolean setOnce(Subscription arrived) {
    boolean first = super.setOnce(arrived);
    Subscription current = subscription(); // not the argument, if this was cancelled
    if (first && earlyDemand != 0 && current != null) {
      requestEarlyDemand(current);
    }
    return first;
  }

  /** Requests {@code n} items, a positive number, now or as soon as the subscription is set. */
  void request(long n) {
    Subscription current = subscription();
    if (current == null) {
      StackCheck.ensure(); // before the demand is published
      addEarlyDemand(n);
      current = subscription();
      if (current != null) {
        // It was set meanwhile. Either setOnce saw this demand, or this thread takes it out here.
        requestEarlyDemand(current);
      }
    } else {
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
