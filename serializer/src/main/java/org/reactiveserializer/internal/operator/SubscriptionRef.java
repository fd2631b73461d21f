package org.reactiveserializer.internal.operator;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
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
  private static final Subscription GONE = Gone.INSTANCE;

  // Null until it is set, then the subscription, then GONE.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile @Nullable Subscription subscription;

  SubscriptionRef() {}

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

  /** Returns whether the subscription was cancelled or released. */
  final boolean isReleased() {
    return subscription == GONE;
  }

  /** Stands for a subscription that was cancelled or released: calls do nothing (§3.6, §3.7). */
  private enum Gone implements Subscription {
    INSTANCE;

    @Override
    public void request(long n) {}

    @Override
    public void cancel() {}
  }

  private static final VarHandle SUBSCRIPTION =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(),
          "subscription",
          VarHandle.class,
          SubscriptionRef.class,
          Subscription.class);
}
