package org.reactiveserializer.internal.operator;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.right.ThreadNumber;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactivestreams.Subscription;

/**
 * A way in and out that knows how many items the downstream got, which terminal, and which thread is inside it: one
 * that must not wait for what only it itself could do.
 *
 * @param <S> itself
 * @param <T> the type of the items
 */
abstract class WatchedEntrance<S, T> extends SerialEntrance<S, T> {
  /** Stands for a completion among terminals. */
  static final Object COMPLETION = new Object();

  private static final long NOBODY = 0;

  // Of the owner.
  private boolean subscribed;

  // The terminal that the downstream got: an error, or COMPLETION.
  private volatile @Nullable Object terminal;

  /** Creates one without a downstream. */
  WatchedEntrance(@Nullable BoundedQueue<T> queue, SerialSettings<T> settings) {
    super(
        settings.termination(true),
        null,
        settings.hooks(),
        queue,
        settings.whenFull(),
        settings.drainLimit());
  }

  /** Tells whether the calling thread is inside the downstream. Exact: nobody else writes its number. */
  final boolean isInside() {
    return right().insideOpaque() == ThreadNumber.ofThisThread();
  }

  /** Tells whether the downstream got its subscription, by the owner: only then may the end follow (§1.9). */
  final boolean isSubscribed() {
    return subscribed;
  }

  // Not in finally: when the downstream throws, the stream is over, and nobody will wait.

  @Override
  protected void deliverSubscription(Subscription subscription) {
    subscribed = true;
    enterDownstream();
    super.deliverSubscription(subscription);
    leaveDownstream();
  }

  @Override
  protected void deliverItem(T item) {
    enterDownstream();
    super.deliverItem(item);
    leaveDownstream();
  }

  @Override
  protected void deliverCompletion() {
    super.deliverCompletion();
    terminal = COMPLETION;
  }

  @Override
  protected void deliverError(Throwable error) {
    super.deliverError(error);
    terminal = error;
  }

  /** Tells whether the downstream got this terminal, an error or {@link #COMPLETION}. By any thread. */
  final boolean hasSignalled(Object candidate) {
    return terminal == candidate;
  }

  private void enterDownstream() {
    right().setInsideOpaque(ThreadNumber.ofThisThread());
  }

  private void leaveDownstream() {
    right().setInsideOpaque(NOBODY);
  }
}
