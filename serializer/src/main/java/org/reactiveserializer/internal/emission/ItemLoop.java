package org.reactiveserializer.internal.emission;

import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.right.DrainLimit;
import org.reactiveserializer.internal.right.EmissionRight;
import org.reactiveserializer.internal.right.Handover;
import org.reactiveserializer.internal.right.Work;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.Fate;
import org.reactiveserializer.internal.waiting.Items;
import org.reactiveserializer.internal.waiting.Run;
import org.reactiveserializer.internal.waiting.Single;
import org.reactivestreams.Subscriber;

/**
 * The item loop: delivers what was handed over, as far as there is demand for it, and ends the
 * stream. The only such loop; an operator supplies where items come from and what follows from their
 * delivery.
 *
 * <p>The fate of an item is decided in one place each: delivered in {@link #deliver}, or by the
 * thread that brings it, if it can go straight through ({@link #atOnce}); discarded by the
 * emitter that took it and did not deliver it, or by the thread that brought it when it was too late;
 * refused by an exception that leaves that thread's call before anything was handed over.
 *
 * <p><b>Order.</b> Items are delivered in the order in which they were handed over. One goes straight
 * through only if none waits: neither in the right's list, which would keep the word from being
 * IDLE, nor for demand. If one does and nobody emits, then the right's {@code credit} is zero (it is
 * what {@link #grant} granted, less what was delivered), so that a single look tells. With demand
 * without bound nothing waits outside a pass.
 *
 * @param <S> what items come from, if an operator has several sources
 * @param <T> the type of the items
 */
public abstract class ItemLoop<S, T> extends StreamEnds<S, T> {
  /** With so many items in the list others will follow, whether or not the emitter stays. */
  private static final int FEW = 8;

  /**
   * Whether {@link #grant} granted all there will ever be. Of the owner. Here, where it is written once
   * at most, and not beside the right's {@code credit}, which another processor wrote last.
   */
  private boolean unbounded;

  /**
   * Creates a loop around a termination and a queue, both fresh.
   *
   * @param downstream where to; {@code null}: to one that is to be {@linkplain #attach attached}
   * @param queue where items wait, of which only so many may; {@code null}: any number may
   * @param limit how long a thread emits for others; {@code null}: as long as there is something to emit
   */
  protected ItemLoop(
      Termination termination,
      @Nullable Subscriber<? super T> downstream,
      Hooks<? super T> hooks,
      @Nullable BoundedQueue<T> queue,
      @Nullable DrainLimit limit) {
    super(termination, downstream, hooks, queue, limit);
    // The operator may go to other threads by a plain field: its own plain ones are to be there before it.
    VarHandle.releaseFence();
  }

  // What a thread does that brings an item.

  /**
   * Brings an item, to be delivered now or by the owner. By any thread. Returns its {@link Fate}: how many
   * items to request of the source, or why it was not delivered. If this throws, the item has its fate.
   */
  protected final int next(S source, T item) {
    int fate;
    do {
      fate = atOnce(source, item, true);
      if (fate == Fate.OPEN && right().isBiased()) {
        fate = atOnce(source, item, false);
      }
      if (fate != Fate.OPEN) {
        return fate;
      }
      fate = offer(source, item);
      // Full, and whoever emitted has left meanwhile: there may be demand that nobody looked at.
    } while (fate == Fate.FULL && right().isVacant() && signalOr(item));
    return fate;
  }

  /**
   * The way of an item that finds nobody emitting. Returns its fate, or {@link Fate#OPEN} if somebody does emit.
   *
   * @param straight whether only the way that nearly all go is to be tried
   */
  private int atOnce(S source, T item, boolean straight) {
    EmissionRight right = right();
    Object entry = straight ? right.enterFast() : right.enter();
    if (entry == null) {
      return Fate.OPEN;
    }
    int fate = 0;
    long due = 0;
    try {
      if ((unbounded || right.credit > 0) && !mustPassFirst) {
        fate = emitNow(source, item);
        if (!right.tryExit(entry)) {
          pauseBeforeTake();
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
        } while (fate == Fate.FULL && allowance() > 0 && hasMore()); // others have filled the queue since
        if (!right.isClosed()) {
          due = fate == Fate.LATE ? continueUntilIdle() : leaveOrContinue(); // late: M14
        }
      }
    } catch (Throwable thrown) {
      try {
        abort(thrown);
      } catch (Throwable again) {
        pendingAbort = thrown;
        mustPassFirst = true;
      }
      if (fate < Fate.WAITS) {
        discardAfter(thrown, item);
      }
      throw thrown;
    }
    requestDueOrNote(due);
    return fate;
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

  private int offer(S source, T item) {
    if (!isEnding()) {
      noteEmission();
      contended();
      return queue != null ? enqueue(queue, item) : append(source, item);
    }
    // The end may not be signalled yet. Once it is, no later item of this thread goes straight
    // through: the word will not be IDLE again.
    signalOr(item);
    return Fate.LATE;
  }

  private int enqueue(BoundedQueue<T> bounded, T item) {
    int fate = Fate.FULL;
    try {
      fate = bounded.offer(item);
      if (fate == Fate.WAITS) {
        signal();
      } else {
        abortIfPending();
      }
    } catch (Throwable thrown) {
      mustPassFirst = true; // the item may be in the queue, and nobody signalled of it
      throw thrown;
    }
    return fate;
  }

  private int append(S source, T item) {
    if (appendToOpen(source, item)) {
      if (right().hasUndecidedPromise()) {
        signal(); // finds out whose the right is
      }
      abortIfPending();
      return Fate.WAITS;
    }
    Run<T> run = stayingOwner != null || Work.count(right().youngest()) >= FEW ? makeRun(source, item) : null;
    Handover outcome = enter(run == null ? new Single<>(item, source) : run);
    if (outcome == Handover.HANDED_OVER && run != null) {
      remember(source, run); // only now: what is not handed over must not be appended to
    }
    return outcome == Handover.REFUSED ? Fate.LATE : Fate.WAITS;
  }

  // What the owner does.

  @Override
  protected final int pass(@Nullable Work batch) {
    accept(batch);
    look();
    int n = deliver();
    Object end = termination.end();
    while (end != null && mayEnd()) {
      if (tryEnd()) {
        finish(end);
        return n;
      }
      if (allowance() <= 0 || !hasMore()) {
        return n;
      }
      n += deliver(); // what has come since: if it stayed there, a later item could go past the end
    }
    return n;
  }

  /** Delivers what waits, of each run what has come so far. Returns how many items. */
  private int deliver() {
    int total = 0;
    Work previous = null;
    for (Work work = first(), successor; work != null; work = successor) {
      Items<T> items = items(work);
      refresh(items);
      while (items.remaining() != 0) {
        if (termination.stopsItems() || allowance() <= 0 || !hasCredit()) {
          return total;
        }
        int n = deliver(items);
        spend(n);
        useAllowance(n);
        total += n;
        delivered(source(items), n);
      }
      successor = work.next;
      previous = passBy(previous, work);
    }
    satisfied();
    return total;
  }

  private int deliver(Items<T> items) {
    int n = 0;
    int most = Math.min(items.remaining(), allowance());
    if (!unbounded) {
      most = (int) Math.min(most, right().credit);
    }
    for (; n < most; n++) {
      if (termination.stopsItems()) {
        break;
      }
      right().countFinished(); // first: what is removed, nobody else finds at the end of the stack
      T item = items.remove();
      if (item == null) {
        break; // evicted
      }
      deliverItem(item);
    }
    return n;
  }

  @Override
  protected boolean mayLeave() {
    // Without a queue, to which others add at any time, the last pass has left nothing but for want of demand.
    boolean more = sealAll() || allowance() <= 0 || queue != null;
    dropSpent();
    return !more || !hasMore();
  }

  @Override
  protected final boolean hasMore() {
    return !nothingWaits() && !termination.stopsItems() && hasCredit();
  }

  /** Asks for more if need be, and tells whether an item may go straight through. */
  private boolean isFree() {
    return nothingWaits() && hasCredit();
  }

  private boolean hasCredit() {
    if (!unbounded && right().credit == 0) {
      right().credit = grant();
      unbounded = right().credit == Long.MAX_VALUE;
    }
    return unbounded || right().credit != 0;
  }

  /** Notes that {@code n} items are delivered. */
  private void spend(int n) {
    if (!unbounded) {
      right().credit -= n;
    }
  }
}
