package org.reactiveserializer.internal.ending;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.right.DrainLimit;
import org.reactiveserializer.internal.right.EmissionLoop;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The only class that calls the downstream; a subclass that overrides one of its methods calls
 * super. Only the owner calls these methods, which makes the signals serial (§1.3).
 *
 * @param <T> the type of the items
 */
public abstract class Outlet<T> extends EmissionLoop {
  // A constant here, so that its class is initialised before the heap may be full.
  private static final Subscriber<Object> RELEASED = Released.INSTANCE;

  // Plain, since each owner happens-before the next. So it is read only after entering.
  private Subscriber<? super T> downstream;

  /**
   * Creates an outlet.
   *
   * @param downstream gets the signals; null: it is {@linkplain #attach attached} later
   * @param limit as in {@link EmissionLoop}
   */
  @SuppressWarnings("unchecked") // RELEASED gets no item
  protected Outlet(@Nullable Subscriber<? super T> downstream, @Nullable DrainLimit limit) {
    super(limit);
    this.downstream = downstream == null ? (Subscriber<T>) (Subscriber<?>) RELEASED : downstream;
  }

  /** Sets the downstream, once. The caller must publish this to the owner by a volatile write. */
  protected final void attach(Subscriber<? super T> subscriber) {
    downstream = subscriber;
  }

  /** Signals {@code onSubscribe} (§1.9). */
  protected void deliverSubscription(Subscription subscription) {
    downstream.onSubscribe(subscription);
  }

  /** Signals one item. */
  protected void deliverItem(T item) {
    downstream.onNext(item);
  }

  /** Signals {@code onComplete}, and releases the downstream (§1.7). Throws what it throws. */
  protected void deliverCompletion() {
    downstream.onComplete();
    releaseDownstream();
  }

  /** Signals {@code onError}, and releases the downstream (§1.7). Throws what it throws. */
  protected void deliverError(Throwable error) {
    downstream.onError(error);
    releaseDownstream();
  }

  /** Returns whether the downstream was released. */
  protected final boolean isDownstreamReleased() {
    return downstream == RELEASED;
  }

  /** Drops the reference to the downstream, so that it can be collected (§3.13). */
  protected final void releaseDownstream() {
    downstream = RELEASED;
  }

  /** Stands for a downstream that was released. Never called, since the right is closed by then. */
  private enum Released implements Subscriber<Object> {
    INSTANCE;

    @Override
    public void onSubscribe(Subscription subscription) {
      throw signalled();
    }

    @Override
    public void onNext(Object item) {
      throw signalled();
    }

    @Override
    public void onError(Throwable error) {
      throw signalled();
    }

    @Override
    public void onComplete() {
      throw signalled();
    }

    private static IllegalStateException signalled() {
      return new IllegalStateException(
          "§1.7: a signal after the terminal; this is a defect of the serializer, please report it");
    }
  }
}
