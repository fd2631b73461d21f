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
      if (isEnding() || !handOver(source, item)) {
        hooks.discard(item); // §1.7: too late
        abortIfDeserted();
      }
      return 0;
    }
    return due;
  }

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
    Object entry = right.enter();
    if (entry == null) {
      return BUSY;
    }
    int due = 0;
    try {
      if (source != null && item != null) {
        due = emitNow(source, item);
        exit(entry);
      } else {
        turned(source);
        emitUntilIdle();
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

  private int emitNow(S source, T item) {
    int due = 0;
    // Looked at here as well as on the way to the list: once an item of a thread was too late, no
    // later one of it is delivered, though the terminal be not signalled yet.
    if (isEnding()) {
      hooks.discard(item);
    } else if (isFree()) {
      due = straight(source);
      outlet.next(item);
    } else {
      keep(source, item);
    }
    return due;
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
