package org.reactiveserializer.internal.operator;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.emission.ItemLoop;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.ending.Termination.End;
import org.reactiveserializer.internal.right.DrainLimit;
import org.reactiveserializer.internal.right.Work;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.Fate;
import org.reactivestreams.Subscriber;

/**
 * The way in for producers that only bring items: with a bound, if there is one, and what follows when it
 * is reached.
 *
 * @param <S> itself
 * @param <T> the type of the items
 */
public abstract class SerialEntrance<S, T> extends ItemLoop<S, T> {
  private final WhenFull whenFull;

  // Whether a call that ends the stream threw, perhaps before it could signal: then who comes second does.
  volatile boolean endUnsignalled;

  // Set before the end that it causes: whoever carries that out finds it.
  private volatile boolean overflowed;

  // Made for the first item that does not take the fast path.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile @Nullable Counts counts;

  SerialEntrance(
      Termination termination,
      @Nullable Subscriber<? super T> downstream,
      Hooks<? super T> hooks,
      @Nullable BoundedQueue<T> queue,
      WhenFull whenFull,
      @Nullable DrainLimit drainLimit) {
    super(termination, downstream, hooks, queue, drainLimit);
    this.whenFull = whenFull;
  }

  /**
   * Brings an item. Returns its {@link Fate}: if that is neither delivered nor {@link Fate#WAITS}, the item
   * is still the caller's. If this throws, it has its fate.
   */
  final int bring(S self, T item) {
    int fate = next(self, item);
    return fate == Fate.FULL ? emitToFull(self, item) : fate;
  }

  private int emitToFull(S self, T item) {
    if (whenFull == WhenFull.EVICT) {
      return evictFor(self, item);
    }
    if (whenFull == WhenFull.FAIL) {
      try {
        overflow();
      } catch (Throwable thrown) {
        discard(item);
        throw thrown;
      }
    }
    return Fate.FULL;
  }

  private int evictFor(S self, T item) {
    BoundedQueue<T> full = queue;
    int fate = Fate.FULL;
    while (fate == Fate.FULL && full != null) {
      T oldest = isEnding() ? null : full.evict();
      if (oldest != null) {
        discardEvicted(oldest, item);
      }
      fate = next(self, item);
      if (fate == Fate.LATE && oldest != null) {
        signalOr(item); // the end may have waited for what was evicted
      }
    }
    return fate;
  }

  private void discardEvicted(T oldest, T item) {
    try {
      discard(oldest);
    } catch (Throwable noStack) {
      try {
        signal(); // the end may have waited for what was evicted
      } finally {
        discard(item);
      }
      throw noStack;
    }
  }

  private void overflow() {
    int capacity = queue == null ? 0 : queue.capacity();
    overflowed = true;
    boolean first = true;
    try {
      first =
          fail(
              new IllegalStateException(
                  "overflow: "
                      + capacity
                      + " items wait, which is the capacity, and the downstream has not taken them"));
    } finally {
      if (first) {
        stopSources();
      }
    }
  }

  /** Tells whether the stream is to end, or has ended, because there was no room; or would have. */
  final boolean hasOverflowed() {
    return overflowed;
  }

  /**
   * There was no room, and the stream is to end with that: nothing more is to come. By any thread, so beside
   * the owner: unlike with {@link #cancelSources} the downstream may be in the middle of an item.
   */
  protected void stopSources() {}

  /** Ends the stream with an error, and returns whether nothing ended it before. */
  final boolean fail(Throwable error) {
    mustPassFirst = true; // before the end is published: who sees it must not go straight past it
    try {
      return ended(termination.fail(error));
    } catch (Throwable thrown) {
      endUnsignalled = true;
      throw thrown;
    }
  }

  /** Ends the stream, and returns whether nothing ended it before. */
  final boolean complete() {
    mustPassFirst = true; // as above
    try {
      return ended(termination.complete());
    } catch (Throwable thrown) {
      endUnsignalled = true;
      throw thrown;
    }
  }

  private boolean ended(boolean first) {
    if (first) {
      ending();
    }
    if (first || endUnsignalled || pendingAbort != null) {
      signal();
    }
    return first;
  }

  /** The end was asked for, and nothing more is let in. Before this thread perhaps emits for long. */
  void ending() {}

  /**
   * Discards an item that was refused, since its producer does not learn of that. By any thread that has it.
   */
  public final void discardRefused(T item) {
    discard(item);
  }

  /** Drops an error that was refused, since its producer does not learn of that. */
  public final void dropRefused(Throwable error) {
    hooks.drop(error);
  }

  // What is counted. The hooks are called off the fast path, but for that of an item that is delivered.

  @Override
  protected void deliverItem(T item) {
    right().countDelivered(1); // first: the downstream is to find itself counted
    super.deliverItem(item);
  }

  @Override
  protected void discarded() {
    counts().countDiscarded();
  }

  @Override
  protected void waits(S source, int n) {
    counts().countHandedOver(n);
    kept(source);
  }

  @Override
  protected void kept(S source) {
    counts().raise(right().waitingTaken()); // not backlog(), which takes the word from the producers
  }

  @Override
  protected void contended() {
    if (queue != null) {
      counts().countContended(); // otherwise the owner counts, for all
    }
  }

  private Counts counts() {
    Counts made = counts;
    if (made == null) {
      Counts fresh = new Counts();
      made = COUNTS.compareAndSet(this, (Counts) null, fresh) ? fresh : counts;
    }
    return Objects.requireNonNull(made);
  }

  /** Returns how many items the downstream got, or is getting. By any thread. */
  public final long deliveredCount() {
    return right().deliveredOpaque();
  }

  /** Returns how many items were discarded. */
  public final long discardedCount() {
    Counts made = counts;
    return made == null ? 0 : made.discarded();
  }

  /** Returns how many calls found another thread that delivers. */
  public final long contendedCount() {
    Counts made = counts;
    return (made == null ? 0 : made.contended()) + Work.count(right().youngest()) + growth();
  }

  /** Returns the most items that waited at a time; with a bound perhaps more, but never more than may. */
  public final int highWater() {
    if (queue != null) {
      return queue.highWater();
    }
    Counts made = counts;
    return Math.max(made == null ? 0 : made.highWater(), backlog());
  }

  /** Returns how many items the downstream requested and has not got; {@link Long#MAX_VALUE}: without bound. */
  public final long requested() {
    long total = requestedInTotal();
    return total == Long.MAX_VALUE ? total : Math.max(0, total - deliveredCount());
  }

  /** Returns how many items the downstream ever requested; {@link Long#MAX_VALUE}: without bound. */
  abstract long requestedInTotal();

  // How the stream stands, for bridges that are asked. By any thread.

  /** Tells whether an end was asked for, or there was one. */
  public final boolean isOver() {
    return isEnding();
  }

  /** Tells whether the downstream cancelled, or threw, before it got the end. */
  public final boolean wasCancelled() {
    return termination.end() == End.CANCELLED;
  }

  /** Returns the error by which the stream has ended, or is to; null: none. */
  public final @Nullable Throwable error() {
    return termination.error();
  }

  /** Tells whether the stream is completed, or is to be. */
  public final boolean isCompleted() {
    return termination.isCompleted();
  }

  /** Returns how many items wait, in constant time. */
  public final int backlog() {
    return queue == null ? right().itemsWaiting() + growth() : queue.size();
  }

  private static final VarHandle COUNTS =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "counts", VarHandle.class, SerialEntrance.class, Counts.class);
}
