package org.reactiveserializer.internal.operator;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.right.ThreadNumber;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactivestreams.Subscription;

/**
 * An entrance that knows whether the downstream got its subscription, which terminal it got, and
 * which thread is inside it. That thread must not wait for room: only it could make room.
 *
 * @param <S> the type of this object, which is the only source
 * @param <T> the type of the items
 */
abstract class WatchedEntrance<S, T> extends SerialEntrance<S, T> {
  /** The completion, as a terminal. */
  static final Object COMPLETION = new Object();

  private static final long NOBODY = 0;

  // Accessed by the owner only.
  private boolean subscribed;

  // The terminal that the downstream got: an error, or COMPLETION.
  private volatile @Nullable Object terminal;

  /** Creates an entrance without a downstream. */
  WatchedEntrance(@Nullable BoundedQueue<T> queue, SerialSettings<T> settings) {
    super(
        settings.termination(true),
        null,
        settings.hooks(),
        queue,
        settings.whenFull(),
        settings.drainLimit());
  }

  /**
   * Returns whether the calling thread is inside the downstream. Opaque accesses are enough for an
   * exact answer: no other thread writes the number of this one.
   */
  final boolean isInside() {
    return right().insideOpaque() == ThreadNumber.ofThisThread();
  }

  /**
   * Returns whether the downstream got its subscription, which must precede the end (§1.9). By the
   * owner.
   */
  final boolean isSubscribed() {
    return subscribed;
  }

  // leaveDownstream need not be in a finally block: if the downstream throws, the stream has ended,
  // and no thread will wait for room.

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

  /**
   * Returns whether the downstream got this terminal, an error or {@link #COMPLETION}. By any
   * thread.
   */
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
