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

  /** Creates a loop around a right and a termination, both fresh, without any limit. */
  protected ItemEntrance(
      EmissionRight right, Termination termination, Outlet<T> outlet, Hooks<? super T> hooks) {
    this(right, termination, outlet, hooks, null, null);
  }

  /** As the other, with such limits as there are: see {@link ItemLoop}. */
  protected ItemEntrance(
      EmissionRight right,
      Termination termination,
      Outlet<T> outlet,
      Hooks<? super T> hooks,
      @Nullable BoundedQueue<T> queue,
      @Nullable DrainLimit limit) {
    super(right, termination, outlet, hooks, queue, limit);
  }

  /**
   * Brings an item, to be delivered now or by the owner. By any thread. Returns its {@link Fate}: how many
   * items to request of the source, or why it was not delivered. If this throws, the item has its fate.
   */
  protected final int next(S source, T item) {
    int fate;
    do {
      fate = atOnce(source, item);
      if (fate != Fate.OPEN) {
        return fate;
      }
      fate = offer(source, item);
      // Full, and whoever emitted has left meanwhile: there may be demand that nobody looked at.
    } while (fate == Fate.FULL && right.isVacant() && signal());
    return fate;
  }

  private int offer(S source, T item) {
    if (!isEnding()) {
      contended();
      return queue != null ? enqueue(queue, item) : append(source, item);
    }
    // The end may not be signalled yet. Once it is, no later item of this thread goes straight
    // through: the word will not be IDLE again.
    signalOr(item);
    return Fate.LATE;
  }

  /** Asks for a pass. If that throws, {@code item}, which is still the caller's, has its fate. */
  protected final void signalOr(T item) {
    try {
      signal();
    } catch (Throwable thrown) {
      discard(item);
      throw thrown;
    }
  }

  /** Before an item is handed over, since another thread emits. By any thread. */
  protected void contended() {}

  /** Before what others brought meanwhile is taken, by a thread that delivered an item of its own. */
  protected void met() {}

  /**
   * Has the owner called with {@link #turned}, behind the items and turns of this thread so far. By
   * any thread. False if it is too late.
   *
   * @param source what changed; {@code null} for what is not a source
   */
  protected final boolean turn(@Nullable S source) {
    int fate = atOnce(source, null);
    return fate == Fate.OPEN ? hand(new Turn<>(source)) : fate != Fate.LATE;
  }

  /** The fast path, for an item or, without one, a turn. */
  private int atOnce(@Nullable S source, @Nullable T item) {
    Outlet<T> way = outlet; // loaded before the atomic instruction, which holds up what comes after it
    Object entry = right.enter();
    if (entry == null) {
      return Fate.OPEN;
    }
    int fate = 0;
    long due = 0;
    try {
      if (source == null || item == null) {
        if (!careful || passFirst()) {
          turned(source);
          due = careful || isEnding() ? emitUntilIdle() : exit(entry); // perhaps by this turn
        } else {
          fate = Fate.LATE;
        }
      } else if ((unbounded || right.credit > 0) && !careful) {
        fate = emitNow(way, source, item);
        if (!right.tryExit(entry)) {
          met();
          due = emitUntilIdle();
        }
      } else {
        fate = Fate.LATE; // should the pass throw
        if (passFirst()) {
          fate = 0;
          fate = emitBehindPass(way, source, item);
          due = goOnUntilIdle();
        }
      }
    } catch (Throwable thrown) {
      try {
        abort(thrown);
      } catch (Throwable again) {
        deserted = thrown;
      }
      if (fate < Fate.WAITS && item != null) {
        discardAfter(thrown, item);
      }
      throw thrown;
    }
    settleOrNote(due);
    return fate;
  }

  private void discardAfter(Throwable thrown, T item) {
    try {
      discard(item);
    } catch (Throwable noStack) {
      if (noStack != thrown) {
        thrown.addSuppressed(noStack);
      }
    }
  }

  private int emitNow(Outlet<T> way, S source, T item) {
    spend(1);
    int due = straight(source);
    way.next(item);
    return due;
  }

  /**
   * Emits an item behind a pass: so whatever others published and have not signalled yet was acted on, and
   * the item is refused, or waits, only if the end or the demand will have it so.
   */
  private int emitBehindPass(Outlet<T> way, S source, T item) {
    if (isEnding()) {
      return Fate.LATE; // the end waits behind what waits: M14
    }
    return isFree() ? emitNow(way, source, item) : keep(source, item);
  }

  private int enqueue(BoundedQueue<T> bounded, T item) {
    int fate = Fate.FULL;
    try {
      fate = bounded.offer(item);
      if (fate == Fate.WAITS) {
        signal();
      } else {
        abortIfDeserted();
      }
    } catch (Throwable thrown) {
      careful = true; // the item may be in the queue, and nobody signalled of it
      throw thrown;
    }
    return fate;
  }

  @SuppressWarnings("ThreadPriorityCheck") // nothing relies on the scheduler: see LONG_LIST
  private int append(S source, T item) {
    Work last = right.youngest();
    if (appended(last, source, item)) {
      abortIfDeserted();
      return Fate.WAITS;
    }
    Run<T> run = Run.of(item, source, last);
    if (!hand(run)) {
      return Fate.LATE;
    }
    if (Work.count(run) > LONG_LIST) {
      Thread.yield();
    }
    return Fate.WAITS;
  }
}
