package org.reactiveserializer.internal.ending;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.right.DrainLimit;
import org.reactiveserializer.internal.right.EmissionLoop;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The way out: the only class that calls the downstream; a subclass only goes along. Everything here is for the owner of
 * the emission, which is what makes the calls serial (§1.3).
 *
 * @param <T> the type of the items
 */
public abstract class Outlet<T> extends EmissionLoop {
  // Here, so that the class is there before the heap is full.
  private static final Subscriber<Object> RELEASED = Released.INSTANCE;

  // Plain: handed from owner to owner. So it is read only behind the entry.
  private Subscriber<? super T> downstream;

  /**
   * Creates an outlet.
   *
   * @param downstream where to; {@code null}: one is to be {@linkplain #attach attached}
   * @param limit as in {@link EmissionLoop}
   */
  @SuppressWarnings("unchecked") // RELEASED gets nothing
  protected Outlet(@Nullable Subscriber<? super T> downstream, @Nullable DrainLimit limit) {
    super(limit);
    this.downstream = downstream == null ? (Subscriber<T>) (Subscriber<?>) RELEASED : downstream;
  }

  /** Gives it its downstream, once; to be published to the owner by a volatile write. */
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

  /** Signals {@code onComplete}, and lets the downstream go (§1.7). If it throws, that is for the caller. */
  protected void deliverCompletion() {
    downstream.onComplete();
    releaseDownstream();
  }

  /** Signals {@code onError}, and lets the downstream go (§1.7). If it throws, that is for the caller. */
  protected void deliverError(Throwable error) {
    downstream.onError(error);
    releaseDownstream();
  }

  /** Tells whether the downstream was let go. */
  protected final boolean isDownstreamReleased() {
    return downstream == RELEASED;
  }

  /** Lets the downstream go, so that it can be collected (§3.13). */
  protected final void releaseDownstream() {
    downstream = RELEASED;
  }

  /** Stands for a downstream that was let go. Never called, since the right is closed by then. */
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
      return new IllegalStateException("§1.7: a signal after the terminal one; please report this");
    }
  }
}
