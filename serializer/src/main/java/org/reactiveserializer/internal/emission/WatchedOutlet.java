package org.reactiveserializer.internal.emission;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;

/**
 * An outlet that knows how many items the downstream got, which terminal, and which thread is inside it: one
 * that must not wait for what only it itself could do.
 *
 * @param <T> the type of the items
 */
public final class WatchedOutlet<T> extends Outlet<T> {
  /** Stands for a completion among terminals. */
  public static final Object COMPLETION = new Object();

  private static final long NOBODY = 0;

  private final EmissionRight right;

  // Of the owner.
  private boolean subscribed;

  // The terminal that the downstream got: an error, or COMPLETION.
  private volatile @Nullable Object terminal;

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
    right.countDelivered(1); // first: the downstream is to find itself counted
    enter();
    super.next(item);
    leave();
  }

  @Override
  public void complete() {
    super.complete();
    terminal = COMPLETION;
  }

  @Override
  public void error(Throwable error) {
    super.error(error);
    terminal = error;
  }

  /** Tells whether the downstream got this terminal, an error or {@link #COMPLETION}. By any thread. */
  public boolean hasSignalled(Object candidate) {
    return terminal == candidate;
  }

  private void enter() {
    right.setInsideOpaque(ThreadNumber.ofThisThread());
  }

  private void leave() {
    right.setInsideOpaque(NOBODY);
  }
}
