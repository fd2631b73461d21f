package org.reactiveserializer.internal.ending;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;

/**
 * The subscription of a source, which may be cancelled before it comes. Any thread may call any
 * method; calls are passed on by the thread that makes them, so not serially (§2.7 asks that of
 * the caller).
 *
 * <pre>
 *   NONE ──► the subscription ──► GONE      arrive, cancel or release
 *   NONE ──► GONE                           cancel
 * </pre>
 */
public class SubscriptionCell {
  // Here, so that the class is there before the heap is full.
  private static final Subscription GONE = Gone.INSTANCE;

  // Null until it arrives, then the subscription, then GONE.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile @Nullable Subscription subscription;

  /** Creates one without a subscription. */
  protected SubscriptionCell() {}

  /**
   * Brings the subscription, which is cancelled if that was asked for before. False if it is not the
   * first: then it is cancelled, too (§2.5).
   */
  public boolean arrive(Subscription arrived) {
    if (SUBSCRIPTION.compareAndSet(this, (Subscription) null, arrived)) {
      return true;
    }
    arrived.cancel();
    return subscription == GONE; // and for all we know the first
  }

  /** Cancels the subscription once, now or as soon as it is there. */
  public final void cancel() {
    if (subscription != GONE) {
      Subscription last = (Subscription) SUBSCRIPTION.getAndSet(this, GONE);
      if (last != null) {
        last.cancel();
      }
    }
  }

  /**
   * Lets the subscription go without cancelling it: the source has ended by itself (§1.6). Release is
   * enough: a {@link #cancel} that misses it cancels what has ended, which does nothing (§3.7).
   */
  public final void release() {
    SUBSCRIPTION.setRelease(this, GONE);
  }

  /** Returns the subscription, or null while it is not there; one that does nothing when it is gone. */
  protected final @Nullable Subscription subscription() {
    return subscription;
  }

  /** Returns the subscription; null before it arrives, and after it was cancelled or released. By any thread. */
  public final @Nullable Subscription unreleased() {
    Subscription current = subscription;
    return current == GONE ? null : current;
  }

  /** Returns whether the subscription was cancelled or released. By any thread. */
  protected final boolean isReleased() {
    return subscription == GONE;
  }

  /** Stands for a subscription that was cancelled or let go: calls do nothing (§3.6, §3.7). */
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
          SubscriptionCell.class,
          Subscription.class);
}
