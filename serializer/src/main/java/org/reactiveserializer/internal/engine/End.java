package org.reactiveserializer.internal.engine;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;

/**
 * How a stream ends: any thread requests an end, the owner carries it out.
 *
 * <pre>
 *   none ──► requested ──► settled ──► signalled     complete or fail; the owner signals it
 *   none, requested ──► another requested            the downstream broke a rule, or abandon
 *   none, requested ──► CANCELLED                    nothing will be signalled any more
 * </pre>
 *
 * <p>Every transition out of the first two states is a {@code compareAndSet}, so one thread wins each.
 * So there is one terminal. And each error is either signalled by the owner that settled it, or dropped
 * by the thread that prevented its signal, or left with its caller.
 */
public final class End {
  private enum State {
    REQUESTED,
    OVERFLOWED, // as REQUESTED
    ABANDONED, // as REQUESTED
    SETTLED,
    SIGNALLED,
    CANCELLED
  }

  /** The end by a completion. */
  public static final End COMPLETED = new End(State.REQUESTED, null, false);

  /** The downstream cancelled or threw. */
  public static final End CANCELLED = new End(State.CANCELLED, null, true);

  private static final End SETTLED = new End(State.SETTLED, null, false);
  private static final End SIGNALLED = new End(State.SIGNALLED, null, false);

  private final State state;
  private final @Nullable Throwable error;
  private final boolean overtakes;

  private End(State state, @Nullable Throwable error, boolean overtakes) {
    this.state = state;
    this.error = error;
    this.overtakes = overtakes;
  }

  /** Returns the end by an error, which overtakes the items that wait, or follows them. */
  public static End error(Throwable error, boolean overtakes) {
    return new End(State.REQUESTED, error, overtakes);
  }

  /** As {@link #error}, because an item found no room: so the source has not ended. */
  public static End overflow(Throwable error, boolean overtakes) {
    return new End(State.OVERFLOWED, error, overtakes);
  }

  /** As {@link #error}, by a producer that gives up: it is no news that the downstream does so, too. */
  public static End abandoned(Throwable reason) {
    return new End(State.ABANDONED, reason, true);
  }

  public boolean isByOverflow() {
    return state == State.OVERFLOWED;
  }

  static boolean isCancelled(@Nullable End end) {
    return end == CANCELLED;
  }

  /** Returns whether no other end can follow. */
  public boolean isFinal() {
    return state.compareTo(State.SETTLED) >= 0;
  }

  /** Returns whether the downstream got it. */
  public boolean isSignalled() {
    return state == State.SIGNALLED;
  }

  /** Returns whether it discards the items that wait. */
  public boolean overtakes() {
    return overtakes;
  }

  /** Returns the error; null if it is none. */
  public @Nullable Throwable error() {
    return error;
  }

  /** Returns whether it is a completion, which will come or has come. */
  public boolean isCompletion() {
    return error == null && state != State.CANCELLED;
  }

  End settled() {
    return error == null ? SETTLED : new End(State.SETTLED, error, overtakes);
  }

  End signalled() {
    return error == null ? SIGNALLED : new End(State.SIGNALLED, error, overtakes);
  }

  void signal(Subscriber<?> downstream) {
    if (error == null) {
      downstream.onComplete();
    } else {
      downstream.onError(error);
    }
  }

  /** Drops its error, by the thread that prevents its signal. */
  public void drop(Hooks<?> hooks) {
    if (error != null && state != State.ABANDONED) {
      hooks.drop(error);
    }
  }
}
