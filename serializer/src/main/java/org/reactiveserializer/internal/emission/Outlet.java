package org.reactiveserializer.internal.emission;

import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The way out: the only class that calls the downstream; a subclass only goes along. Everything here is for the owner of the
 * emission, which is what makes the calls serial (§1.3).
 *
 * @param <T> the type of the items
 */
public class Outlet<T> {
  // Here, so that the class is there before the heap is full.
  private static final Subscriber<Object> RELEASED = Released.INSTANCE;

  // Plain: handed from owner to owner by the right.
  private Subscriber<? super T> downstream;

  /** Creates an outlet to a downstream that is to be {@linkplain #attach attached}. */
  @SuppressWarnings("unchecked") // it gets nothing
  public Outlet() {
    this((Subscriber<T>) (Subscriber<?>) RELEASED);
  }

  /** Creates an outlet to {@code downstream}. */
  public Outlet(Subscriber<? super T> downstream) {
    this.downstream = downstream;
  }

  /** Gives it its downstream, once; to be published to the owner by a volatile write. */
  public final void attach(Subscriber<? super T> subscriber) {
    downstream = subscriber;
  }

  /** Signals {@code onSubscribe} (§1.9). */
  public void subscribe(Subscription subscription) {
    downstream.onSubscribe(subscription);
  }

  /** Signals one item. */
  public void next(T item) {
    downstream.onNext(item);
  }

  /** Signals {@code onComplete}, and lets the downstream go (§1.7). If it throws, that is for the caller. */
  public void complete() {
    downstream.onComplete();
    release();
  }

  /** Signals {@code onError}, and lets the downstream go (§1.7). If it throws, that is for the caller. */
  public void error(Throwable error) {
    downstream.onError(error);
    release();
  }

  /** Tells whether the downstream was let go. */
  final boolean isReleased() {
    return downstream == RELEASED;
  }

  /** Lets the downstream go, so that it can be collected (§3.13), and returns it. */
  public final Subscriber<? super T> release() {
    Subscriber<? super T> last = downstream;
    downstream = RELEASED;
    return last;
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
