package org.reactiveserializer.internal.emission;

import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.drain.Backoff;
import org.reactiveserializer.internal.drain.DrainLimit;
import org.reactiveserializer.internal.drain.DrainLoop;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.drain.StackRoom;
import org.reactiveserializer.internal.drain.Work;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Released;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.ending.Termination.End;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactiveserializer.internal.waiting.Items;
import org.reactiveserializer.internal.waiting.Outcome;
import org.reactiveserializer.internal.waiting.Segment;
import org.reactiveserializer.internal.waiting.Single;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The item loop: takes items from producers, delivers them as far as there is demand, and ends the
 * stream. There is no other: an operator supplies where items come from and what follows from their
 * delivery. Only this class calls the downstream, and only its owner: so the signals are serial (§1.3).
 *
 * <p><b>Outcome.</b> Each outcome of an item is decided in one place. An item is delivered in {@link
 * #deliver}, or by its producer if nothing waits ({@link #tryAsOwner}). It is discarded by the owner
 * that took it and did not deliver it. It is refused by the result of {@link #next}, after which the
 * operator may discard it; or by an exception that leaves that call before anything was handed over.
 *
 * <p><b>Order.</b> Items are delivered in the order in which they were handed over: see {@link Segment},
 * invariant 4. A producer delivers its item itself (fast path) only if no item waits, neither in the
 * word's list nor for demand. While the list has work, the word is not IDLE. While an item waits
 * for demand and there is no owner, the drain state has no credit: as many items were delivered as the {@link
 * Demand} granted. So a producer that has entered and finds credit need not look at what waits. With
 * unbounded demand no item waits outside a pass.
 *
 * @param <S> the type of the sources of items; an operator may have several
 * @param <T> the type of the items
 */
public abstract class ItemLoop<S, T> extends DrainLoop implements Subscription {
  /** If so many items are in the list, more will follow: a producer opens a segment. */
  private static final int FEW = 8;

  // A constant here, so that its class is initialised before the heap may be full.
  static final Subscriber<?> RELEASED = Released.INSTANCE;

  /** Whether and how the stream must end. */
  protected final Termination termination;

  /** What the downstream requested; null: each accepted item is delivered all the same. */
  protected final @Nullable Demand demand;

  /** Where items and errors that cannot be signalled go. */
  protected final Hooks<? super T> hooks;

  /** What several sources do; null: this loop is the only source. */
  final @Nullable Sources<S> sources;

  /** Where items wait if their number has a bound; null: any number may wait. */
  protected final @Nullable BoundedQueue<T> queue;

  // No demand, no bound, no other sources: one test in place of several on the fast path.
  private final boolean plain;

  /** What waits outside the word. Only the owner touches it; others count, and discard what is theirs. */
  protected final WaitingItems<S, T> waiting;

  private final StreamEnd<S, T> end;

  // Plain, since each owner happens-before the next. So it is read only after entering.
  Subscriber<? super T> downstream;

  // Made when a producer first meets an owner.
  @Nullable Backoff backoff;

  // Whether the downstream got its subscription. By the owner.
  private boolean subscribed;

  /**
   * Creates a loop. Drain state, termination, demand and queue are new. See the fields.
   *
   * @param downstream gets the items; null: it is {@linkplain #attach attached} later
   * @param limit how many items of others an owner delivers; null: any number
   */
  protected ItemLoop(
      DrainState drain,
      Termination termination,
      @Nullable Demand demand,
      @Nullable Subscriber<? super T> downstream,
      Hooks<? super T> hooks,
      @Nullable Sources<S> sources,
      @Nullable BoundedQueue<T> queue,
      @Nullable DrainLimit limit) {
    super(drain, sources, limit);
    this.termination = termination;
    this.demand = demand;
    this.downstream = downstream == null ? Released.subscriber() : downstream;
    this.hooks = hooks;
    this.sources = sources;
    this.queue = queue;
    this.plain = demand == null && queue == null && sources == null;
    this.waiting = new WaitingItems<>(this);
    this.end = new StreamEnd<>(this);
    // The operator may be published through a plain field: its own fields must be visible before.
    VarHandle.releaseFence();
  }

  // What a producer does. By any thread.

  /**
   * Emits an item: delivers it here, or leaves it to the owner. Returns its {@link Outcome}: how many
   * items to request from the source, or why it was not delivered. If this throws, the outcome is decided:
   * the caller must not discard the item. (Without memory to let it wait, it reaches no hook.)
   */
  protected final int next(S source, T item) {
    int outcome = tryAsOwner(source, item, true);
    return outcome == Outcome.OPEN ? nextContended(source, item) : outcome;
  }

  /**
   * Emits an item if there is no owner. Returns its outcome; {@link Outcome#OPEN} if it must be handed
   * over: there is an owner, or only tasks deliver. A thread alone nearly always goes straight.
   *
   * <p>The method enters and leaves itself: a call between the two could overflow the stack, and then
   * nobody would leave. It has less than 325 bytes of code, or HotSpot would not inline it, and a
   * thread alone would be 5 % slower. A test checks that.
   *
   * @param fastOnly whether to try {@link DrainState#enterFast} only, which nearly always
   *     suffices
   */
  private int tryAsOwner(S source, T item, boolean fastOnly) {
    Object entry = fastOnly ? drain.enterFast() : drain.enter();
    if (entry == null) {
      return Outcome.OPEN;
    }
    int outcome = Outcome.OPEN;
    long due = 0;
    boolean outside = true; // outside the downstream, so that only the stack may end
    try {
      if ((drain.hasCredit() || renewsCredit(source)) && !mustPassFirst) {
        int request = plain ? 0 : delivering(source);
        drain.countDelivered(); // first: a downstream that looks at the count finds its item in it
        outside = false;
        outcome = 0;
        downstream.onNext(item);
        outcome = request;
        outside = true;
        if (!plain) {
          leaveDownstream();
        }
      } else if (mayWaitHere()) {
        outcome = Outcome.WAITS; // if this throws, too
        outcome = keep(source, item);
      }
      if (outcome != Outcome.OPEN || leavesToTasks()) { // the latter: the item is handed over
        if (!drain.tryExit(entry)) {
          StackRoom.ensureInside();
          outside = false;
          due = emitUntilIdle();
        }
      } else {
        StackRoom.ensure();
        outside = false;
        renewAllowance(); // once: the limit holds however often the queue is filled again
        do {
          outcome = Outcome.LATE; // if the pass throws, the item is discarded below
          if (!passFirst()) {
            break;
          }
          outcome = 0;
          outcome = emitAfterPass(source, item);
        } while (outcome == Outcome.FULL && othersHaveRefilled());
        due = leaveAfter(outcome);
      }
    } catch (Throwable thrown) {
      if (outside && thrown instanceof StackOverflowError) {
        drain.left = DrainState.PASSES; // the item is delivered, or the exception refuses it
        throw thrown;
      }
      try {
        abort(thrown);
      } catch (Throwable again) {
        drain.left = thrown;
      }
      if (outcome < Outcome.WAITS) {
        waiting.discardAfter(thrown, item);
      }
      throw thrown;
    }
    requestIfDue(due);
    return outcome;
  }

  /**
   * Returns whether there is new demand, and nothing waits. Then no pass need come first: what else others
   * published, they announced by {@link #mustPassFirst}, or will signal. Needs no door: see {@link Demand}.
   */
  private boolean renewsCredit(S source) {
    return demand != null && subscribed && !waiting.mustWait(source) && demand.grantTo(drain);
  }

  /** Whether an item may wait without a pass: no demand. With a bound, those in the line come first. */
  private boolean mayWaitHere() {
    if (queue != null
        || mustPassFirst
        || !subscribed
        || demand == null
        || !demand.isUsedUp(drain)) {
      return false;
    }
    StackRoom.ensureInside();
    return true;
  }

  private int keep(S source, T item) {
    return waiting.keep(source, waitingForm(item));
  }

  private boolean othersHaveRefilled() {
    return allowance() > 0 && hasMore();
  }

  private long leaveAfter(int outcome) {
    if (drain.isClosed()) {
      return 0;
    }
    return outcome == Outcome.LATE ? continueUntilIdle() : leaveOrContinue(); // LATE: see M14
  }

  /** Emits an item after a pass, which has acted on all that others published, signalled or not. */
  private int emitAfterPass(S source, T item) {
    if (isEnding()) {
      return Outcome.LATE; // the end follows the items that wait: M14 in docs/algorithm.md
    }
    if (waiting.mustWait(source) || !hasDemand()) {
      return keep(source, item);
    }
    int request = delivering(source);
    drain.countDelivered();
    downstream.onNext(item);
    leaveDownstream();
    return request;
  }

  /** Emits an item that has probably met an owner: apart, so that only the fast path is inlined. */
  private int nextContended(S source, T item) {
    int outcome = drain.isBiased() ? tryAsOwner(source, item, false) : Outcome.OPEN;
    if (outcome == Outcome.OPEN && !leavesToTasks() && waiting.backoff().awaitVacancy(drain)) {
      outcome = tryAsOwner(source, item, false);
    }
    while (outcome == Outcome.OPEN) {
      outcome = offer(source, item);
      // The queue is full but the owner has left meanwhile: there may be demand that no pass has
      // looked at. A task that looks at it does not make room at once.
      if (outcome == Outcome.FULL && drain.isVacant() && signalForRoom(item) && !leavesToTasks()) {
        outcome = tryAsOwner(source, item, false);
      }
    }
    return outcome;
  }

  private int offer(S source, T item) {
    if (!isEnding()) {
      if (queue == null) {
        return append(source, waitingForm(item));
      }
      waiting.counts().countContended(); // without a queue the owner counts for all producers
      return enqueue(queue, waitingForm(item), false);
    }
    return refuse(item);
  }

  private int append(S source, T item) {
    Work youngest = drain.youngest(); // looked at in this call: see Segment
    if (youngest instanceof Segment<?>
        && waiting.items(youngest).source() == source
        && waiting.segment(youngest).append(item)) {
      drain.expectOwner();
      continueForOthers();
      return Outcome.WAITS;
    }
    Work node = Work.count(youngest) >= FEW ? Segment.of(item, source) : new Single<>(item, source);
    return handOver(node) ? Outcome.WAITS : Outcome.LATE;
  }

  /**
   * Adds an item to the queue.
   *
   * @param evicts whether the oldest item loses its place if the queue is full; then the caller must
   *     {@link BoundedQueue#evict evict}
   */
  protected final int enqueue(BoundedQueue<T> bounded, T item, boolean evicts) {
    if (drain.isVacant()) {
      StackRoom.ensure(); // before the item is in the queue: this thread may become the owner
    }
    int outcome = Outcome.WAITS; // perhaps, if the offer throws
    try {
      outcome = evicts ? bounded.offerEvicting(item) : bounded.offer(item);
      if (outcome == Outcome.WAITS) {
        signal();
      } else {
        drain.expectOwner();
        continueForOthers();
      }
    } catch (Throwable thrown) {
      mustPassFirst = true; // the item may be in the queue without a signal
      if (outcome < Outcome.WAITS) {
        waiting.discardAfter(thrown, item);
      }
      throw thrown;
    }
    return outcome;
  }

  /** The queue is full, nobody is the owner: requests a pass. Returns whether it was made here. */
  private boolean signalForRoom(T item) {
    try {
      StackRoom.ensure();
      return signal();
    } catch (Throwable thrown) {
      waiting.discardAfter(thrown, item);
      throw thrown;
    }
  }

  /** Refuses an item after an end was requested. Returns {@link Outcome#LATE}. */
  protected final int refuse(T item) {
    // The thread that requested the end may not have signalled yet. Once this thread has signalled,
    // it delivers no later item itself: the word will not be IDLE again.
    signalForRoom(item);
    return Outcome.LATE;
  }

  // What the owner does.

  @Override
  protected final void pass(@Nullable Work batch) {
    waiting.accept(batch);
    look();
    deliver();
    while (mustEnd() && subscribed) {
      if (end.tryClose()) {
        end.carryOut();
        return;
      }
      if (!othersHaveRefilled()) {
        return;
      }
      deliver(); // items that arrived since: the end must not overtake them
    }
  }

  /** Delivers the items that wait, as far as there is demand for them. */
  private void deliver() {
    for (Work work = waiting.first(); work != null; work = waiting.first()) {
      Items<T> items = waiting.items(work);
      while (items.remaining() != 0) {
        if (termination.stopsItems() || allowance() <= 0 || !hasDemand()) {
          return;
        }
        int n = deliver(items);
        useAllowance(n);
        if (sources != null) {
          waiting.delivered(items, n);
        }
      }
      if (!items.isSpent()) {
        break; // the queue, which is the only node
      }
      waiting.unlink(null, work);
    }
    if (demand != null) {
      demand.satisfied();
    }
    wakeAdmitted();
  }

  private int deliver(Items<T> items) {
    int n = 0;
    int most = (int) Math.min(drain.credit(), Math.min(items.remaining(), allowance()));
    for (; n < most; n++) {
      if (termination.stopsItems()) {
        break;
      }
      drain.countFinished(); // first: an overflow here after the removal would lose the item
      T item = items.remove();
      if (item == null) {
        break; // evicted
      }
      deliver(item);
    }
    return n;
  }

  private void deliver(T item) {
    enterDownstream();
    drain.countDelivered();
    downstream.onNext(item);
    leaveDownstream();
  }

  /** Before this thread delivers its own item: returns how many to request when it has left. */
  private int delivering(S source) {
    int request = sources == null ? 0 : sources.delivering(source);
    enterDownstream();
    return request;
  }

  /** Returns whether there is demand. Takes what was requested since, if the credit is used up. */
  private boolean hasDemand() {
    if (drain.hasCredit()) {
      return true;
    }
    if (demand == null ? drain.grant(Long.MAX_VALUE) : demand.grantTo(drain)) {
      return true;
    }
    wakeAdmitted(); // whoever requests will signal
    return false;
  }

  /** Wakes the threads that have waited for room, and were admitted. */
  protected final void wakeAdmitted() {
    if (queue != null) {
      queue.wakeAdmitted();
    }
  }

  @Override
  protected final void beforeTransfer() {
    wakeAdmitted();
  }

  @Override
  protected final boolean hasMore() {
    return !waiting.isEmpty() && !termination.stopsItems() && hasDemand();
  }

  @Override
  protected final boolean mayLeave() {
    // Other threads add to a queue at any time. Without a queue, and with allowance left, the last
    // pass left items only because there was no demand.
    return (allowance() > 0 && queue == null) || !hasMore();
  }

  @Override
  protected boolean isPassUseless() {
    waiting.accept(drain.take()); // before the looks: M4 in docs/algorithm.md
    if (!subscribed && !hasArrived() && termination.stopsItems()) {
      return waiting.isEmpty(); // whoever arrives will signal
    }
    return !mustEnd() && !hasArrived() && !hasMore() && (queue == null || !queue.mustAdmit());
  }

  // How the stream begins.

  /** Makes the first pass: by the thread that has just created this object. */
  protected final void start() {
    StackRoom.ensure();
    drain.enterUnshared();
    emitAsOwner();
  }

  /** Sets the downstream, once. By the owner. */
  protected final void attach(Subscriber<? super T> subscriber) {
    downstream = subscriber;
  }

  /**
   * Acts on what was published besides the list, after the list was taken. The first pass that finds a
   * downstream signals {@code onSubscribe}, so no signal precedes it (§1.9).
   */
  private void look() {
    if (!subscribed) {
      attachArrived();
      if (downstream != RELEASED) {
        subscribed = true;
        if (termination.end() != End.CANCELLED) {
          enterDownstream();
          downstream.onSubscribe(this); // §1.9
          leaveDownstream();
        }
      } else if (termination.stopsItems()) {
        waiting.discardAll(); // the error waits for a subscriber, the items do not
      }
    }
    if (queue != null && !termination.stopsItems()) { // then whoever waits is refused
      queue.admit();
    }
    if (sources != null) {
      sources.look();
    }
  }

  /**
   * Adds {@code n} to the demand, and signals if items wait for it. By any thread. Does nothing after a
   * cancellation (§3.6). The owner could not look for it: it looks at the termination before the demand,
   * and both the cancellation and the request may fall in between.
   */
  protected final void addDemand(long n) {
    if (drain.isVacant() || leavesToTasks()) {
      StackRoom.ensure(); // before the demand is published: this thread may become the owner
    }
    if (termination.end() != End.CANCELLED) {
      try {
        if (Objects.requireNonNull(demand).add(n)) {
          signal();
        } else {
          continueOrPassFirst();
        }
      } catch (VirtualMachineError thrown) {
        mustPassFirst = true; // the demand may be published without a signal
        throw thrown;
      }
    }
  }

  // How the stream ends.

  /** Returns whether an end was requested. By any thread. */
  protected final boolean isEnding() {
    return termination.end() != null;
  }

  /** Returns whether the stream must end as soon as nothing waits. By the owner. */
  protected final boolean mustEnd() {
    return isEnding() || (sources != null && sources.ended());
  }

  @Override
  protected final void abort(Throwable cause) {
    end.abort(cause);
  }

  /** Cancels the stream: nothing more is signalled. By any thread, which then must signal. */
  protected final void cancelTermination() {
    mustPassFirst = true;
    Throwable unsignalled = termination.cancel();
    if (unsignalled != null) {
      hooks.drop(unsignalled);
    }
  }

  @Override
  protected boolean mayOnlyDiscard() {
    return termination.end() == End.CANCELLED
        || (!subscribed && !hasArrived() && termination.stopsItems());
  }

  @Override
  protected final void transferFailed(Throwable cause) {
    hooks.drop(cause);
  }

  // The signals. An operator that overrides one calls super.

  /** Called before {@code onSubscribe} and each item; perhaps not without demand and bound. */
  protected void enterDownstream() {}

  /** Called after that, unless the downstream threw. */
  protected void leaveDownstream() {}

  /** Signals a terminal, which is an error or {@link End#COMPLETED}. Throws what it throws. */
  protected void deliverEnd(Object terminal) {
    if (terminal instanceof Throwable error) {
      downstream.onError(error);
    } else {
      downstream.onComplete();
    }
    downstream = Released.subscriber(); // §1.7, §3.13
  }

  // What an operator supplies. All are called by the owner, unless they say otherwise.

  /** Returns what waits in place of {@code item}. By the producer. */
  protected T waitingForm(T item) {
    return item;
  }

  /** {@linkplain #attach Attaches} the downstream, if it has arrived since this was created. */
  protected void attachArrived() {}

  /** Returns whether a downstream has arrived that is not subscribed yet. */
  protected boolean hasArrived() {
    return !subscribed && downstream != RELEASED;
  }

  /** Nothing but the terminal may follow: releases references (§3.13). Once, or more often. */
  protected void over() {}

  /** Before the terminal is signalled: releases sources that have ended, cancels the others. */
  protected abstract void releaseSources();

  /** Cancels all sources, perhaps again: the downstream cancelled, or threw (§2.13). */
  protected abstract void cancelSources();
}
