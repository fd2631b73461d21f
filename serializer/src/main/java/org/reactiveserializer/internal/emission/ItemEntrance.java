package org.reactiveserializer.internal.emission;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;

/**
 * The way into an item loop: what a thread does that brings something.
 *
 * @param <S> what items come from, if an operator has several sources
 * @param <T> the type of the items
 */
public abstract class ItemEntrance<S, T> extends ItemLoop<S, T> {
  /** With so many items in the list others will follow, whether or not the emitter stays. */
  private static final int FEW = 8;

  // Made when the first run is opened.
  private volatile @Nullable OpenRuns<T> runs;

  /** Creates a loop around a termination, fresh, without any limit. */
  protected ItemEntrance(
      Termination termination, Subscriber<? super T> downstream, Hooks<? super T> hooks) {
    this(termination, downstream, hooks, null, null);
  }

  /** As the other, with such limits as there are: see {@link ItemLoop}. */
  protected ItemEntrance(
      Termination termination,
      @Nullable Subscriber<? super T> downstream,
      Hooks<? super T> hooks,
      @Nullable BoundedQueue<T> queue,
      @Nullable DrainLimit limit) {
    super(termination, downstream, hooks, queue, limit);
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
    } while (fate == Fate.FULL && right().isVacant() && signalOr(item));
    return fate;
  }

  private int offer(S source, T item) {
    if (!isEnding()) {
      noteBringing();
      contended();
      return queue != null ? enqueue(queue, item) : append(source, item);
    }
    // The end may not be signalled yet. Once it is, no later item of this thread goes straight
    // through: the word will not be IDLE again.
    signalOr(item);
    return Fate.LATE;
  }

  /**
   * Asks for a pass, and returns whether it was made here. If that throws, {@code item}, which is still the
   * caller's, has its fate.
   */
  protected final boolean signalOr(T item) {
    try {
      return signal();
    } catch (Throwable thrown) {
      discard(item);
      throw thrown;
    }
  }

  /** Before an item is handed over, since another thread emits. By any thread. */
  protected void contended() {}

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
    Object entry = right().enter();
    if (entry == null) {
      return Fate.OPEN;
    }
    int fate = 0;
    long due = 0;
    try {
      if (source == null || item == null) {
        renewAllowance();
        if (!careful || passFirst()) {
          turned(source);
          due = careful || isEnding() ? emitUntilIdle() : exit(entry); // perhaps by this turn
        } else {
          fate = Fate.LATE;
        }
      } else if ((unbounded || right().credit > 0) && !careful) {
        fate = emitNow(source, item);
        if (!right().tryExit(entry)) {
          met();
          due = emitUntilIdle();
        }
      } else {
        renewAllowance(); // once: however often the queue is filled, the limit holds
        do {
          fate = Fate.LATE; // should the pass throw
          if (!passFirst()) {
            break;
          }
          fate = 0;
          fate = emitBehindPass(source, item);
        } while (fate == Fate.FULL && allowance() > 0 && hasMore()); // others have filled the queue since the pass
        if (!right().isClosed()) {
          due = fate == Fate.LATE ? goOnUntilIdle() : leaveOrGoOn(); // late: M14
        }
      }
    } catch (Throwable thrown) {
      try {
        abort(thrown);
      } catch (Throwable again) {
        deserted = thrown;
        careful = true;
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

  private int emitNow(S source, T item) {
    spend(1);
    int due = straight(source);
    deliverItem(item);
    return due;
  }

  /**
   * Emits an item behind a pass: so whatever others published and have not signalled yet was acted on, and
   * the item is refused, or waits, only if the end or the demand will have it so.
   */
  private int emitBehindPass(S source, T item) {
    if (isEnding()) {
      return Fate.LATE; // the end waits behind what waits: M14
    }
    return isFree() ? emitNow(source, item) : keep(source, item);
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

  private int append(S source, T item) {
    if (appendToOpen(source, item)) {
      if (right().isUnclaimed()) {
        signal(); // finds out whose the right is
      }
      abortIfDeserted();
      return Fate.WAITS;
    }
    Run<T> run = stayer != null || Work.count(right().youngest()) >= FEW ? makeRun(source, item) : null;
    Handover outcome = enter(run == null ? new Single<>(item, source) : run);
    if (outcome == Handover.HANDED_OVER && run != null) {
      remember(source, run); // only now: what is not handed over must not be appended to
    }
    return outcome == Handover.REFUSED ? Fate.LATE : Fate.WAITS;
  }

  /** Appends an item to the open run of this thread for {@code source}, if there is one. By any thread. */
  protected boolean appendToOpen(S source, T item) {
    OpenRuns<T> open = runs;
    return open != null && open.append(item);
  }

  /** Makes a run, to be handed over by this thread; {@code null} if there is no place for one. By any thread. */
  protected @Nullable Run<T> makeRun(S source, T item) {
    OpenRuns<T> open = runs;
    if (open == null) {
      open = new OpenRuns<>();
      runs = open; // if two threads do that at a time, the run of one is not found again, which does no harm
    }
    return open.make(item, source);
  }

  /** Has this thread find {@code run} again, which it has handed over. By any thread. */
  protected void remember(S source, Run<T> run) {
    OpenRuns<T> open = runs;
    if (open != null) {
      open.remember(run);
    }
  }

  /** Returns how many items have come to open runs that the owner does not know of yet. By any thread. */
  protected final int growth() {
    OpenRuns<T> open = runs;
    return open == null ? 0 : open.growth();
  }
}
