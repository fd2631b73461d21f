package org.reactiveserializer.internal.operator;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The only subscriber of a stream, held from its arrival to the end of the stream (§3.13), and a
 * value that is kept of it after that, such as its context. Any thread may read both.
 *
 * <p><b>Invariant.</b> The value is stored before the reference to the subscriber is cleared. So a
 * thread that does not find the subscriber any more finds the value.
 *
 * <p>Not final; a stress test also uses this to break a step.
 *
 * @param <S> the type of the subscriber
 * @param <K> the type of the value that is kept
 */
public abstract class SubscriberRef<S, K> {
  private final AtomicBoolean taken = new AtomicBoolean();
  private volatile @Nullable S current;
  private volatile K kept;

  /** Creates a place for a subscriber. Until there is one, {@code nothing} is the value. */
  protected SubscriberRef(K nothing) {
    kept = nothing;
  }

  /** Returns the value to keep of {@code subscriber}. */
  protected abstract K of(S subscriber);

  /** Takes {@code subscriber} if it is the first. Returns whether it is. */
  public final boolean take(S subscriber) {
    boolean first = taken.compareAndSet(false, true);
    if (first) {
      current = subscriber;
    }
    return first;
  }

  /** Returns whether a subscriber has arrived. */
  public final boolean wasTaken() {
    return taken.get();
  }

  /** Returns the subscriber; null before it arrives and after the end of the stream. */
  public final @Nullable S current() {
    return current;
  }

  /** Returns the value of the subscriber: the one that is kept, or will be kept. */
  public final K kept() {
    S subscriber = current;
    return subscriber == null ? kept : of(subscriber);
  }

  /** Releases the subscriber, since the stream has ended. By the owner. */
  public final void release() {
    S subscriber = current;
    try {
      if (subscriber != null) {
        leave(of(subscriber));
      }
    } finally {
      forget(); // even if the subscriber threw when its value was read
    }
  }

  /**
   * Stores the value, and then clears the reference to the subscriber: the invariant needs this
   * order.
   */
  protected void leave(K last) {
    keep(last);
    forget();
  }

  /** Stores the value. */
  protected final void keep(K last) {
    kept = last;
  }

  /** Clears the reference to the subscriber. */
  protected final void forget() {
    current = null;
  }
}
