package org.reactiveserializer.internal.emission;

import org.reactivestreams.Subscription;

/**
 * An outlet that knows which thread is inside the downstream: one that must not wait for what only it
 * itself could do.
 *
 * @param <T> the type of the items
 */
public final class WatchedOutlet<T> extends Outlet<T> {
  private static final long NOBODY = 0;

  private final EmissionRight right;

  // Of the owner.
  private boolean subscribed;

  /** Creates an outlet without a downstream, for the owner of {@code right}. */
  public WatchedOutlet(EmissionRight right) {
    this.right = right;
  }

  /** Tells whether the calling thread is inside the downstream. Exact: nobody else writes its number. */
  public boolean isInside() {
    return right.insideOpaque() == ThreadNumber.ofThisThread();
  }

  /** Tells whether the downstream got its subscription, by the owner: only then may the end follow (§1.9). */
  public boolean isSubscribed() {
    return subscribed;
  }

  // Not in finally: when the downstream throws, the stream is over, and nobody will wait.

  @Override
  public void subscribe(Subscription subscription) {
    subscribed = true;
    enter();
    super.subscribe(subscription);
    leave();
  }

  @Override
  public void next(T item) {
    enter();
    super.next(item);
    leave();
  }

  private void enter() {
    right.setInsideOpaque(ThreadNumber.ofThisThread());
  }

  private void leave() {
    right.setInsideOpaque(NOBODY);
  }
}
