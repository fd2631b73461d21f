package org.reactiveserializer.internal.guard;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.BreachException;

/**
 * A signal that is under way: a node of the stack of all that are. Its own thread makes it and ends
 * it; others read it.
 */
final class Call {
  /** Such as {@code onNext}. */
  final String signal;

  /** The thread, until the signal has returned; then null. */
  volatile @Nullable Thread thread = Thread.currentThread();

  /**
   * One that was under way when this one began; null: none is. Each write passes over calls that have
   * returned, and these stay so: whichever of two writes comes last is right.
   */
  volatile @Nullable Call below;

  // By its own thread only.

  /** How many calls of the subscription it is inside of. */
  int outside;

  /** How much time it spent there. */
  long nanosOutside;

  /** Whether the downstream has been called. */
  boolean passedOn;

  /** What such a call has thrown: reported, or not the downstream's. */
  @Nullable Throwable thrownOutside;

  /** What is thrown when the signal has returned. */
  @Nullable BreachException breach;

  Call(String signal) {
    this.signal = signal;
  }

  /** Returns the next below that is under way, and forgets those between. By any thread. */
  @Nullable Call nextUnderWay() {
    Call next = below;
    Call found = firstOf(next);
    if (found != next) {
      below = found;
    }
    return found;
  }

  /** Returns the first that is under way, of {@code call} and those below it. By any thread. */
  static @Nullable Call firstOf(@Nullable Call call) {
    Call found = call;
    while (found != null && found.thread == null) {
      found = found.below;
    }
    return found;
  }
}
