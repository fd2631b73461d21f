package org.reactiveserializer.internal.operator;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The one subscriber of a stream, from when it comes to the end of the stream (§3.13), and what is kept of it after
 * that. To be looked at by any thread.
 *
 * <p><b>Invariant.</b> What is kept is there before the subscriber is gone: who does not find the one finds the other.
 *
 * <p>Not final, also so that a stress test can break a step.
 *
 * @param <S> the subscriber's type
 * @param <K> the type of what is kept
 */
public abstract class Guest<S, K> {
  private final AtomicBoolean taken = new AtomicBoolean();
  private volatile @Nullable S current;
  private volatile K kept;

  /** Creates a place for one. */
  protected Guest(K nothing) {
    kept = nothing;
  }

  /** Returns what is to be kept of a subscriber. */
  protected abstract K of(S subscriber);

  /** True for the first. */
  public final boolean take(S subscriber) {
    boolean first = taken.compareAndSet(false, true);
    if (first) {
      current = subscriber;
    }
    return first;
  }

  /** Tells whether one has come. */
  public final boolean wasTaken() {
    return taken.get();
  }

  /** Returns the one that has come and not yet got the end. */
  public final @Nullable S current() {
    return current;
  }

  /** Returns what is kept of it, or will be. */
  public final K kept() {
    S subscriber = current;
    return subscriber == null ? kept : of(subscriber);
  }

  /** The stream has ended. By the owner of the emission. */
  public final void release() {
    S subscriber = current;
    try {
      if (subscriber != null) {
        leave(of(subscriber));
      }
    } finally {
      forget(); // though it does not tell what to keep
    }
  }

  /** Keeps this, and lets the subscriber go: in this order. */
  protected void leave(K last) {
    keep(last);
    forget();
  }

  /** Keeps this. */
  protected final void keep(K last) {
    kept = last;
  }

  /** Lets the subscriber go. */
  protected final void forget() {
    current = null;
  }
}
