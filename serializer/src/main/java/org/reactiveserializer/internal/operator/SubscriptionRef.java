package org.reactiveserializer.internal.operator;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.engine.Fields;
import org.reactiveserializer.internal.engine.StackCheck;
import org.reactivestreams.Subscription;

/**
 * The subscription of a source. It may be cancelled before it is set. Any thread may call any
 * method. A call is passed on to the subscription by the calling thread, so this class does not
 * make calls serial (§2.7).
 *
 * <pre>
 *   NONE ──► the subscription ──► GONE      setOnce, then cancel or release
 *   NONE ──► GONE                           cancel
 * </pre>
 */
public class SubscriptionRef {
  /** Does nothing: that of a source that was cancelled or released (§3.6, §3.7), or of who is refused. */
  static final Subscription GONE = new Gone();

  // Null until it is set, then the subscription, then GONE.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile @Nullable Subscription subscription;

  SubscriptionRef() {}

  /** Returns a subscription of {@link Flow} for the core: itself if it implements both interfaces. */
  public static Subscription of(Flow.Subscription subscription) {
    Objects.requireNonNull(subscription, "subscription is null (§2.13)");
    return subscription instanceof Subscription both ? both : new OfFlow(subscription);
  }

  private record OfFlow(Flow.Subscription subscription) implements Subscription {
    @Override
    public void request(long n) {
      subscription.request(n);
    }

    @Override
    public void cancel() {
      subscription.cancel();
    }
  }

  /**
   * Sets the subscription. If {@link #cancel} was called before, cancels it. Returns false if there
   * is another subscription already: then the new one is cancelled, too (§2.5).
   */
  boolean setOnce(Subscription arrived) {
    if (SUBSCRIPTION.compareAndSet(this, (Subscription) null, arrived)) {
      return true;
    }
    arrived.cancel();
    return subscription == GONE; // then this may be the first one
  }

  /** Cancels the subscription once, now or as soon as it is set. */
  final void cancel() {
    if (subscription != GONE) {
      Subscription last = (Subscription) SUBSCRIPTION.getAndSet(this, GONE);
      if (last != null) {
        last.cancel();
      }
    }
  }

  /**
   * Drops the reference to the subscription without cancelling it: the source has ended (§1.6). A
   * release store is enough: a {@link #cancel} that does not see it cancels a subscription that has
   * ended, which does nothing (§3.7).
   */
  final void release() {
    SUBSCRIPTION.setRelease(this, GONE);
  }

  /**
   * Returns the subscription; null until it is set; one that does nothing after cancel or release.
   */
  final @Nullable Subscription subscription() {
    return subscription;
  }

  /** Returns the subscription; null before it arrives, and after it was cancelled or released. */
  final @Nullable Subscription unreleased() {
    Subscription current = subscription;
    return current == GONE ? null : current;
  }

  private static final class Gone implements Subscription, Flow.Subscription {
    @Override
    public void request(long n) {}

    @Override
    public void cancel() {}
  }

  private static final VarHandle SUBSCRIPTION =
      Fields.handle(MethodHandles.lookup(), "subscription", Subscription.class);

  /**
   * The upstream's subscription. Demand may arrive before it is set: such demand is added up, and
   * requested then.
   */
  static final class Upstream extends SubscriptionRef {
    // Demand from before the subscription was set. Who takes it out (getAndSet) requests it.
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

    private static final VarHandle EARLY_DEMAND =
        Fields.handle(MethodHandles.lookup(), "earlyDemand", long.class);
    private static final VarHandle CLAIMED =
        Fields.handle(MethodHandles.lookup(), "claimed", boolean.class);
  }
}
