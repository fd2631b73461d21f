package org.reactiveserializer.internal.emission;

import org.jspecify.annotations.Nullable;

/**
 * The way into an item loop: what a thread does that brings something.
 *
 * @param <S> what items come from, if an operator has several sources
 * @param <T> the type of the items
 */
public abstract class ItemEntrance<S, T> extends ItemLoop<S, T> {
  /**
   * With more items than this in the list the emitter is likely to be off its processor while
   * producers fill the heap, so they offer it theirs: once a run, not once an item. A courtesy, not a
   * wait: nothing depends on it.
   */
  private static final int LONG_LIST = 4096;

  // In place of what is due: somebody else emits.
  private static final int BUSY = -1;

  /** Creates a loop around a right and a termination, both fresh. */
  protected ItemEntrance(
      EmissionRight right, Termination termination, Outlet<T> outlet, Hooks<? super T> hooks) {
    super(right, termination, outlet, hooks);
  }

  /**
   * Brings an item, to be delivered now or by the owner, or discarded. By any thread. Returns how
   * many items to request of the source.
   */
  protected final int next(S source, T item) {
    int due = atOnce(source, item);
    if (due == BUSY) {
      offer(source, item);
      return 0;
    }
    return due;
  }

  private void offer(S source, T item) {
    boolean late = isEnding();
    if (late) {
      // The end may not be signalled yet. Once it is, no later item of this thread goes straight
      // through: the word will not be IDLE again.
      signal();
    }
    if (late || !handOver(source, item)) {
      hooks.discard(item); // §1.7: too late
      abortIfDeserted();
    }
  }

  /** Before what others brought meanwhile is taken, by a thread that delivered an item of its own. */
  protected void met() {}

  /**
   * Has the owner called with {@link #turned}, behind the items and turns of this thread so far. By
   * any thread. False if it is too late.
   *
   * @param source what changed; {@code null} for what is not a source
   */
  protected final boolean turn(@Nullable S source) {
    return atOnce(source, null) != BUSY || hand(new Turn<>(source));
  }

  /** The fast path, for an item or, without one, a turn. */
  private int atOnce(@Nullable S source, @Nullable T item) {
    Outlet<T> way = outlet; // loaded before the atomic instruction, which holds up what comes after it
    Object entry = right.enter();
    if (entry == null) {
      return BUSY;
    }
    int due = 0;
    try {
      if (source != null && item != null) {
        due = emitNow(way, source, item);
        if (!right.tryExit(entry)) {
          met();
          emitUntilIdle();
        }
      } else {
        turned(source);
        if (isEnding()) { // perhaps by this turn
          emitUntilIdle();
        } else {
          exit(entry);
        }
      }
    } catch (Throwable thrown) {
      try {
        abort(thrown);
      } catch (Throwable again) {
        deserted = thrown;
      }
      throw thrown;
    }
    return due;
  }

  private int emitNow(Outlet<T> way, S source, T item) {
    if (unbounded || right.credit > 0 || isFree()) {
      spend(1);
      int due = straight(source);
      way.next(item);
      return due;
    }
    if (isEnding()) {
      hooks.discard(item); // behind what waits, and the end behind that
    } else {
      keep(source, item);
    }
    return 0;
  }

  @SuppressWarnings("ThreadPriorityCheck") // nothing relies on the scheduler: see LONG_LIST
  private boolean handOver(S source, T item) {
    Work last = right.youngest();
    if (appended(last, source, item)) {
      abortIfDeserted();
      return true;
    }
    Run<T> run = Run.of(item, source, last);
    if (!hand(run)) {
      return false;
    }
    if (Work.count(run) > LONG_LIST) {
      Thread.yield();
    }
    return true;
  }
}
