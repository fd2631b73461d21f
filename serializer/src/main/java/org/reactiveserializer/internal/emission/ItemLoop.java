package org.reactiveserializer.internal.emission;

import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.right.Backoff;
import org.reactiveserializer.internal.right.DrainLimit;
import org.reactiveserializer.internal.right.EmissionRight;
import org.reactiveserializer.internal.right.StackRoom;
import org.reactiveserializer.internal.right.Work;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.Fate;
import org.reactiveserializer.internal.waiting.Items;
import org.reactiveserializer.internal.waiting.Run;
import org.reactiveserializer.internal.waiting.Single;
import org.reactivestreams.Subscriber;

/**
 * The item loop: delivers the items that were handed over, as far as there is demand for them, and
 * ends the stream. There is no other such loop: an operator supplies where items come from and what
 * follows from their delivery.
 *
 * <p><b>Fate.</b> Each fate of an item is decided in one place. An item is delivered in
 * {@link #deliver}, or by its producer if nothing waits ({@link #tryAsOwner}). It is discarded by
 * the owner that took it and did not deliver it. It is refused by the result of {@link #next},
 * after which the operator may discard it; or by an exception that leaves that call before anything
 * was handed over.
 *
 * <p><b>Order.</b> Items are delivered in the order in which they were handed over: see {@link Run},
 * invariant 4. A producer delivers its item itself (fast path) only if no item waits, neither in the
 * right's list nor for demand. While the list has work, the word is not IDLE. While an item waits for demand and there
 * is no owner, the right has no credit: as many items were delivered as {@link #grant} granted. So
 * a producer that has entered need only look at the credit. With unbounded demand no item waits
 * outside a pass.
 *
 * @param <S> the type of the sources of items; an operator may have several
 * @param <T> the type of the items
 */
public abstract class ItemLoop<S, T> extends StreamEnds<S, T> {
  /** If so many items are in the list, more will follow: a producer opens a run. */
  private static final int FEW = 8;

  // Made when a producer first meets an owner.
  private @Nullable Backoff backoff;

  /**
   * Creates a loop with a termination and a queue, both new.
   *
   * @param downstream gets the items; null: it is {@linkplain #attach attached} later
   * @param queue where items wait if their number has a bound; null: any number may wait
   * @param limit how many items of others an owner delivers before it transfers the right; null:
   *     any number
   */
  protected ItemLoop(
      Termination termination,
      @Nullable Subscriber<? super T> downstream,
      Hooks<? super T> hooks,
      @Nullable BoundedQueue<T> queue,
      @Nullable DrainLimit limit) {
    super(termination, downstream, hooks, queue, limit);
    // The operator may be published through a plain field: its own plain fields must be visible
    // before it.
    VarHandle.releaseFence();
  }

  // What a producer does.

  /**
   * Emits an item: delivers it here, or leaves it to the owner. By any thread. Returns its
   * {@link Fate}: how many items to request from the source, or why it was not delivered. If this
   * throws, the fate of the item is decided: the caller must not discard it. (If there was no
   * memory to let it wait, it reaches no hook.)
   */
  protected final int next(S source, T item) {
    int fate = tryAsOwner(source, item, true);
    return fate == Fate.OPEN ? nextContended(source, item) : fate;
  }

  /** Emits an item that has probably met an owner: apart, so that only the fast path is inlined. */
  private int nextContended(S source, T item) {
    int fate = right().isBiased() ? tryAsOwner(source, item, false) : Fate.OPEN;
    if (fate == Fate.OPEN && !leavesToTasks() && backoff().awaitVacancy(right())) {
      fate = tryAsOwner(source, item, false);
    }
    while (fate == Fate.OPEN) {
      fate = offer(source, item);
      // The queue is full but the owner has left meanwhile: there may be demand that no pass has
      // looked at. A task that looks at it does not make room at once.
      if (fate == Fate.FULL && right().isVacant() && signalForRoom() && !leavesToTasks()) {
        fate = tryAsOwner(source, item, false);
      }
    }
    return fate;
  }

  private Backoff backoff() {
    Backoff made = backoff;
    if (made == null) {
      made = new Backoff();
      backoff = made; // of two threads that race here, one forgets a meeting: harmless
    }
    return made;
  }

  /**
   * Emits an item if there is no owner. Returns its fate, or {@link Fate#OPEN} if there is an
   * owner.
   *
   * @param fastOnly whether to try {@link EmissionRight#enterFast} only, which nearly always
   *     suffices
   */
  private int tryAsOwner(S source, T item, boolean fastOnly) {
    EmissionRight right = right();
    boolean mayThrow = mayThrowToProducers(); // asked here: the catch block must call nothing
    Object entry = fastOnly ? right.enterFast() : right.enter();
    if (entry == null) {
      return Fate.OPEN;
    }
    int fate = Fate.OPEN;
    long due = 0;
    boolean outside = mayThrow; // outside the downstream, so that only the stack may end
    try {
      if (right.hasCredit() && !mustPassFirst) {
        int request = beforeFastPath(source);
        outside = false;
        fate = 0;
        countAndDeliver(item);
        fate = request;
        outside = mayThrow;
        if (!right.tryExit(entry)) {
          StackRoom.ensureInside();
          outside = false;
          due = emitUntilIdle();
        }
      } else if (leavesToTasks()) {
        // The fate stays OPEN: the item is handed over, as if there were another owner.
        if (!right.tryExit(entry)) {
          StackRoom.ensureInside();
          outside = false;
          due = emitUntilIdle();
        }
      } else {
        StackRoom.ensure();
        outside = false;
        renewAllowance(); // once: the limit holds however often the queue is filled again
        do {
          fate = Fate.LATE; // if the pass throws, the item is discarded below
          if (!passFirst()) {
            break;
          }
          fate = 0;
          fate = emitAfterPass(source, item);
        } while (fate == Fate.FULL && allowance() > 0 && hasMore()); // others refilled the queue
        if (!right.isClosed()) {
          due = fate == Fate.LATE ? continueUntilIdle() : leaveOrContinue(); // LATE: see M14
        }
      }
    } catch (Throwable thrown) {
      if (outside && thrown instanceof StackOverflowError) {
        left = PASSES; // the item is delivered, or the exception refuses it
        throw thrown;
      }
      try {
        abort(thrown);
      } catch (Throwable again) {
        left = thrown;
      }
      if (fate < Fate.WAITS) {
        discardAfter(thrown, item);
      }
      throw thrown;
    }
    requestIfDue(due);
    return fate;
  }

  /**
   * Emits an item after a pass. The pass has acted on everything that other threads published, even
   * if they have not signalled it yet. So the item is refused only because of an end, and waits
   * only for demand.
   */
  private int emitAfterPass(S source, T item) {
    if (isEnding()) {
      return Fate.LATE; // the end follows the items that wait: M14 in docs/algorithm.md
    }
    if (!mayDeliverNow()) {
      return keep(source, item);
    }
    int request = beforeFastPath(source);
    countAndDeliver(item);
    return request;
  }

  private int offer(S source, T item) {
    if (!isEnding()) {
      contended();
      return queue != null ? enqueue(queue, item, false) : append(source, item);
    }
    return refuse(item);
  }

  private int refuse(T item) {
    // The thread that requested the end may not have signalled yet. Once this thread has signalled,
    // it delivers no later item itself: the word will not be IDLE again.
    try {
      StackRoom.ensure();
      signal();
    } catch (Throwable thrown) {
      discard(item);
      throw thrown;
    }
    return Fate.LATE;
  }

  /**
   * Adds an item to the full queue, in place of the oldest one. The caller must then {@link
   * BoundedQueue#evict evict}. By any thread.
   */
  protected final int replaceOldest(BoundedQueue<T> full, T item) {
    return isEnding() ? refuse(item) : enqueue(full, item, true);
  }

  private int enqueue(BoundedQueue<T> bounded, T item, boolean evicts) {
    int fate = Fate.FULL;
    try {
      fate = evicts ? bounded.offerEvicting(item) : bounded.offer(item);
      if (fate == Fate.WAITS) {
        signal();
      } else {
        right().expectOwner();
        continueForOthers();
      }
    } catch (Throwable thrown) {
      mustPassFirst = true; // the item may be in the queue without a signal
      throw thrown;
    }
    return fate;
  }

  private int append(S source, T item) {
    Work youngest = right().youngest(); // looked at in this call: see Run
    if (appendTo(youngest, source, item)) {
      right().expectOwner();
      continueForOthers();
      return Fate.WAITS;
    }
    Work node = Work.count(youngest) >= FEW ? Run.of(item, source) : new Single<>(item, source);
    return handOver(node) ? Fate.WAITS : Fate.LATE;
  }

  /**
   * The queue is full, and nobody is the owner: requests a pass, and returns whether it was made
   * here.
   */
  private boolean signalForRoom() {
    StackRoom.ensure();
    return signal();
  }

  /** Appends an item to {@code youngest}, if that is an open run of this thread and source. */
  protected boolean appendTo(@Nullable Work youngest, S source, T item) {
    return youngest instanceof Run<?>
        && items(youngest).source() == source
        && run(youngest).append(item);
  }

  // What the owner does.

  @Override
  protected final void pass(@Nullable Work batch) {
    accept(batch);
    look();
    deliver();
    while (mustEnd() && mayEnd()) {
      if (tryEnd()) {
        finish();
        return;
      }
      if (allowance() <= 0 || !hasMore()) {
        return;
      }
      deliver(); // items that arrived since: the end must not overtake them
    }
  }

  /** Delivers the items that wait, as far as there is demand for them. */
  private void deliver() {
    for (Work work = first(); work != null; work = first()) {
      Items<T> items = items(work);
      while (items.remaining() != 0) {
        if (termination.stopsItems() || allowance() <= 0 || !hasDemand()) {
          return;
        }
        int n = deliver(items);
        useAllowance(n);
        delivered(source(items), n);
      }
      if (!items.isSpent()) {
        break; // the queue, which is the only node
      }
      unlink(null, work);
    }
    satisfied();
  }

  private int deliver(Items<T> items) {
    int n = 0;
    int most = (int) Math.min(right().credit(), Math.min(items.remaining(), allowance()));
    for (; n < most; n++) {
      if (termination.stopsItems()) {
        break;
      }
      right().countFinished(); // first: an overflow here after the removal would lose the item
      T item = items.remove();
      if (item == null) {
        break; // evicted
      }
      countAndDeliver(item);
    }
    return n;
  }

  private void countAndDeliver(T item) {
    right().countDelivered(); // first: a downstream that looks at the count finds its item in it
    deliverItem(item);
  }

  @Override
  protected boolean isPassUseless() {
    accept(right().take()); // before the looks: M4 in docs/algorithm.md
    return !mustEnd() && !hasNews() && !hasMore();
  }

  @Override
  protected boolean mayLeave() {
    // Other threads add to a queue at any time. Without a queue, and with allowance left, the last
    // pass left items only because there was no demand.
    return (allowance() > 0 && queue == null) || !hasMore();
  }

  @Override
  protected final boolean hasMore() {
    return !nothingWaits() && !termination.stopsItems() && hasDemand();
  }

  /**
   * Returns whether the owner may deliver its own item now. If the credit is used up, gets a grant.
   */
  private boolean mayDeliverNow() {
    return nothingWaits() && hasDemand();
  }

  private boolean hasDemand() {
    return right().hasCredit() || right().addCredit(grant());
  }
}
