package org.reactiveserializer.internal.engine;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The emission engine: takes items from any number of producers, delivers them to one downstream as
 * far as there is demand, and ends the stream. An operator supplies where items come from. Only the
 * owner calls the downstream: so the signals are serial (§1.3).
 *
 * <p><b>An item.</b> A producer that finds no owner, credit and no end delivers its item itself ({@link
 * #emitAlone}). Otherwise the item is handed over ({@link #handOver}), or kept by its own thread, which is the
 * owner but has no credit; the owner delivers it in a {@link #pass}. So it is delivered in one of these two; or
 * discarded, by the owner that took it or by who evicted it; or refused by the result.
 *
 * <p><b>Order.</b> Items are delivered in the order in which they were handed over: see {@link Node}. An owner
 * that has credit when it enters has nothing waiting. For an item waits only in the list (then the word is not
 * IDLE), or for lack of credit, or while its producer has not returned.
 *
 * <p><b>Passes.</b> Whoever publishes a fact (an end, demand, a subscriber, one who waits for room)
 * does so by a volatile write, and then {@linkplain #signal signals}. A pass takes the list first and looks for
 * facts after that: see {@link DrainState}, invariant 4. A thread that meets an end that somebody else has
 * published signals in its place.
 *
 * <p><b>What is thrown</b> to the owner, by the downstream or for lack of stack or heap, ends the stream: see
 * {@link #failure}.
 *
 * @param <T> the type of the items
 */
public abstract class Emitter<T> extends StreamState<T> implements Subscription {
  /** How often a producer waits a moment for an owner to leave, before it hands its item over. */
  private static final int WAITS = 8;

  /** So many of these waits are pauses, and the others yields. */
  private static final int PAUSES = 3;

  /** Creates an emitter without an owner; see {@link StreamState}. */
  protected Emitter(
      Backlog<T> backlog,
      Hooks<? super T> hooks,
      DrainLimit limit,
      long requested,
      @Nullable Subscriber<? super T> subscriber) {
    super(backlog, hooks, limit, requested, subscriber);
  }

  // What a producer does. By any thread.

  /**
   * Emits an item: delivers it here, or leaves it to the owner. If this throws, the outcome of the item is
   * decided, and the caller must not discard it; but for the error by which {@link StackCheck} says that
   * nothing has happened.
   */
  protected final EmitOutcome emit(Source source, T item) {
    EmitOutcome outcome = emitAlone(source, item);
    return outcome == null ? emitContended(source, item) : outcome;
  }

  /**
   * Emits an item if this thread can become the owner; otherwise returns null.
   *
   * <ol>
   *   <li>From {@code tryEnter} to {@code tryExit}, or to the {@code catch}, this thread is the only owner.
   *       Entry and {@code try} are in one method: a call between the two could overflow the stack, and
   *       nobody would ever leave.
   *   <li>An owner with credit has nothing waiting, so its own item is next.
   *   <li>In the {@code try}, nothing follows a successful exit: the {@code catch} takes this thread for the owner.
   * </ol>
   */
  private @Nullable EmitOutcome emitAlone(Source source, T item) {
    long self = ThreadNumber.ofThisThread(); // its loads need not wait for the next instruction
    if (!tryEnter()) {
      return null;
    }
    EmitOutcome outcome = EmitOutcome.DELIVERED;
    int request = 0;
    boolean isStraight = false;
    try {
      if (delivered < granted && terminal == null) {
        setOwner(self);
        request = deliverOwn(source, item);
        setOwner(NOBODY);
        isStraight = tryExit();
        if (!isStraight) {
          drain();
        }
      } else {
        outcome = EmitOutcome.CANCELLED; // if this throws before it has one, the catch discards it
        outcome = outcomeAfterPass(source, item);
        request = carryOut(outcome, source, item);
      }
    } catch (Throwable thrown) {
      failure = thrown;
      finishFailure(outcome, item);
      throw thrown;
    }
    if (request != 0) {
      source.request(request);
    }
    return isStraight ? outcome : afterLeaving(outcome);
  }

  /** Delivers an item of the owner for which nothing waits. Returns how many to request when it has left. */
  private int deliverOwn(Source source, T item) {
    countDelivered();
    downstream.onNext(item);
    return source.delivered();
  }

  /**
   * Decides on an item of the owner, after a pass that has acted on all that others published: it is next, or waits,
   * or finds no room.
   */
  private EmitOutcome outcomeAfterPass(Source source, T item) {
    boolean mayDeliver = !limit.tasksOnly();
    beginSession();
    if (mayDeliver) {
      pass();
    } else {
      accept(take());
    }
    if (terminal != null) {
      return refusal();
    }
    if (mayDeliver && backlog.isEmpty() && !room.line.hasItems() && hasCredit()) {
      return EmitOutcome.DELIVERED;
    }
    return backlog.keep(source, waitingForm(item)) ? EmitOutcome.QUEUED : EmitOutcome.OVERFLOW;
  }

  /** Delivers an item of the owner, or notes that it waits; and leaves. Returns how many to request then. */
  private int carryOut(EmitOutcome outcome, Source source, T item) {
    int request = outcome == EmitOutcome.DELIVERED ? deliverOwn(source, item) : 0;
    if (outcome == EmitOutcome.QUEUED) {
      waits(source, 1);
    }
    leave();
    return request;
  }

  /** This thread has left, after more than to deliver its own item. Returns the outcome of that. */
  private EmitOutcome afterLeaving(EmitOutcome outcome) {
    if (outcome == EmitOutcome.QUEUED) {
      backlog.evict(this); // only now: a hook that takes long holds up nobody but its own thread
    }
    hasLeft();
    return outcome;
  }

  /** Emits an item that has met an owner: apart, so that only the straight way is inlined. */
  private EmitOutcome emitContended(Source source, T item) {
    long before = 0;
    for (int waits = 0; ; waits++) {
      Object seen = word();
      if (isVacant(seen)) {
        EmitOutcome outcome = emitAlone(source, item);
        if (outcome != null) {
          return outcome;
        }
      }
      if (terminal != null) {
        signalAtRefusal(item); // who ended it may not have signalled yet
        return refusal();
      }
      if (waits < WAITS && mayLeaveSoon(seen, source)) {
        before = waits == 0 ? delivered() : before;
        makeWay(waits);
        continue;
      }
      if (waits == WAITS && delivered() == before) {
        isOwnerQuick = false; // until it goes on, and times an item
      }
      if (isVacant()) {
        StackCheck.ensure(); // this thread may become the owner
      }
      EmitOutcome outcome = backlog.offer(this, source, waitingForm(item));
      if (outcome != EmitOutcome.OVERFLOW) {
        return outcome;
      }
      if (BIASED || room.line.hasItems()) {
        signalAtRefusal(item); // another thread has the bias, or joins the line and stands still
      }
      helpIfFailed();
      if (!isVacant()) {
        return outcome; // if the owner has left, there may be demand that no pass has looked at
      }
    }
  }

  /** Signals, by a thread that refuses an item: if it throws, its caller gets no result. */
  private void signalAtRefusal(T item) {
    try {
      signal();
    } catch (Throwable thrown) {
      discard(item);
      throw thrown;
    }
  }

  /** Returns whether to wait a moment for the owner may save a hand-over: decision 36. Nothing depends on it. */
  private boolean mayLeaveSoon(@Nullable Object seen, Source source) {
    return isOwnerQuick
        && !limit.tasksOnly()
        && !isPromised(seen)
        && !(seen instanceof Node youngest && youngest.mayAppend(source))
        && !isOwnedByThisThread();
  }

  @SuppressWarnings("ThreadPriorityCheck") // a courtesy: the owner may be off its processor
  private static void makeWay(int waits) {
    if (waits < PAUSES) {
      for (int i = 16 << waits; i > 0; i--) {
        Thread.onSpinWait();
      }
    } else if (!ThreadNumber.isOfVirtualThread()) {
      Thread.yield();
    }
  }

  /** Hands over an item that has its room. If there is no owner, this thread becomes it. */
  final EmitOutcome handOver(Source source, Object form) {
    Object seen = word();
    Node youngest = seen instanceof Node node ? node : null;
    if (youngest != null && youngest.append(source, form)) {
      helpIfFailed();
      return EmitOutcome.QUEUED;
    }
    return push(Node.of(source, form, Node.itemsIn(youngest))) ? EmitOutcome.QUEUED : refusal();
  }

  /**
   * Lets {@link Source#happened} be called by the owner, after it took the items that this thread handed over. If
   * there is no owner, none is left in the list.
   */
  protected final void report(Source source) {
    if (!tryEnter()) {
      push(Node.event(source));
      return;
    }
    try { // directly after that: see emitAlone
      beginSession();
      happened(source);
      leave();
    } catch (Throwable thrown) {
      failure = thrown;
      finishFailure();
      throw thrown;
    }
    hasLeft();
  }

  /**
   * Requests a pass. The caller must have published the cause by a volatile write. Returns false if the stream
   * has ended, and there will be no pass.
   */
  protected final boolean signal() {
    if (push(MORE)) {
      return true;
    }
    refuseWaiters();
    return false;
  }

  /** Hands a node over. If there is no owner, this thread makes the passes. Returns false if it is refused. */
  private boolean push(Node node) {
    for (; ; ) {
      Object seen = word();
      if (isClosed(seen)) {
        helpIfFailed();
        return false;
      }
      Node youngest = seen instanceof Node list ? list : null;
      boolean isVacant = isVacant(seen);
      if (node != MORE) {
        node.linkTo(youngest);
      } else if (youngest != null) {
        break; // invariant 4
      }
      boolean isInside = BIASED && isVacant && node == MORE && tryEnter(); // by its bias
      if (!isInside && !replace(seen, seen == null && node == MORE ? this : node)) {
        continue;
      }
      if (isVacant) {
        try { // directly after that: see emitAlone
          if (isInside || isOwnerAfter(seen)) {
            beginSession();
            if (limit.tasksOnly()) {
              leave();
            } else {
              passUntilIdle();
            }
          }
        } catch (Throwable thrown) {
          failure = thrown;
          finishFailure();
          throw thrown;
        }
        hasLeft();
      }
      break;
    }
    helpIfFailed();
    return true;
  }

  // What the owner does.

  /** Notes which thread is the owner from now on, and how much it may deliver for others. */
  private void beginSession() {
    setOwner(ThreadNumber.ofThisThread());
    allowance = limit.items();
    beginToCount();
  }

  /** Makes passes until nothing is left to do, and leaves. */
  final void drain() {
    beginSession();
    passUntilIdle();
  }

  private void passUntilIdle() {
    for (; ; ) {
      pass();
      if (isClosed()) {
        return;
      }
      if (allowance <= 0 && (list() != null || hasWork())) {
        if (!mayOnlyDiscard() && HandoffTask.transfer(this)) {
          return; // the task is the owner now
        }
        beginSession();
      } else if (tryLeave()) {
        return;
      }
    }
  }

  /**
   * Returns whether a pass could deliver an item: one that waits, or the first in the line, for which there is
   * room as soon as nothing waits.
   */
  private boolean hasWork() {
    return hasMore() || (terminal == null && room.line.hasItems() && hasCredit());
  }

  /** Leaves, by an owner that need not make a pass first. */
  private void leave() {
    if (isClosed()) {
      return;
    }
    if (limit.tasksOnly()) {
      if (!leaveToTask()) {
        drain();
      }
    } else if (terminal != null || (allowance <= 0 && hasWork()) || !tryLeave()) {
      passUntilIdle();
    }
  }

  private boolean tryLeave() {
    if (limit.tasksOnly()) {
      granted = 0; // so that no producer delivers
    }
    setOwner(NOBODY);
    boolean isOut = tryExit();
    if (!isOut) {
      setOwner(ThreadNumber.ofThisThread());
    }
    return isOut;
  }

  /** Leaves what there is to do to a task. Returns false if this thread must do it. */
  private boolean leaveToTask() {
    allowance = 0;
    for (; ; ) {
      accept(take());
      admit(true);
      if (!mayOnlyDiscard()) {
        if (terminal != null || hasArrived() || hasWork()) {
          return HandoffTask.transfer(this);
        }
      } else if (tryEnd()) {
        return true;
      } else {
        discardAll(); // the error waits for a subscriber
      }
      if (tryLeave()) {
        return true;
      }
    }
  }

  /** Returns whether there is nobody to deliver to, so that no task is needed. */
  private boolean mayOnlyDiscard() {
    return stopsItems() && (!isSubscribed || End.isCancelled(terminal)) && !hasArrived();
  }

  /** Takes the list, looks for what others have published, delivers, and ends the stream if it is time. */
  private void pass() {
    accept(take());
    admit(true); // takes again, so the other looks must follow
    attach();
    deliver();
    afterPass();
    while (terminal != null && !tryEnd() && allowance > 0 && hasMore()) {
      deliver(); // what an EvictingQueue got since: its producer may stand still
    }
  }

  /** Signals {@code onSubscribe} to a downstream that has arrived, before any other signal (§1.9). */
  private void attach() {
    if (isSubscribed || End.isCancelled(terminal)) {
      return; // see ended
    }
    Subscriber<? super T> subscriber = takeArrived();
    if (subscriber != null) {
      downstream = attached(subscriber);
      isSubscribed = true;
      downstream.onSubscribe(this);
    } else if (stopsItems()) {
      discardAll(); // the error waits for a subscriber, the items do not
    }
  }

  /**
   * Gives room to those in the line, in order; what is left, to callbacks. If nothing waits, producers that stand
   * still have the room: then the first of the line needs none, if its item is delivered {@code next}.
   */
  private void admit(boolean next) {
    Line<T> line = room.line;
    if (line.isEmpty()) {
      return;
    }
    for (Waiter<T> first = line.first(); first != null && terminal == null; first = line.first()) {
      Object form = first.form();
      if (form == null) {
        continue; // it has just withdrawn
      }
      boolean hasRoom = room.tryAcquire(form);
      accept(take()); // what was handed over before must not be overtaken
      if (!hasRoom) {
        if (first.isDecided()) {
          continue; // the signal of its withdrawal may have been taken just now
        }
        if (!next || !backlog.isEmpty() || allowance <= 0 || !hasCredit()) {
          return;
        }
        room.acquire(form);
      }
      if (line.decide(first, EmitOutcome.QUEUED)) {
        backlog.append(Source.ONLY, form);
        line.answer(first);
      } else {
        room.release(form);
      }
    }
    if (terminal == null && room.isHalfFree()) {
      line.runCallbacks();
    }
  }

  /**
   * Delivers what waits. After this, nothing waits; or there is no credit, no allowance, or an end that
   * items do not precede.
   */
  private void deliver() {
    while (!backlog.isEmpty()) {
      if (stopsItems() || allowance <= 0 || !hasCredit()) {
        return;
      }
      Source source = backlog.source();
      T item = backlog.remove();
      if (item == null) {
        continue; // another thread has removed it
      }
      allowance--;
      boolean isWanted = source.isWanted();
      if (isWanted) {
        countDelivered(); // before others are told, who may look at the demand
      }
      admit(false);
      if (!isWanted) {
        discard(item);
      } else if (isOwnerQuick && !isSample()) {
        downstream.onNext(item);
      } else {
        long start = System.nanoTime();
        downstream.onNext(item);
        noteTime(start, System.nanoTime());
      }
      source.removed(isWanted);
      if (backlog.isEmpty()) {
        admit(true);
      }
    }
    if (starving && !room.line.hasItems()) {
      starving = false;
    }
  }

  // How the stream ends.

  /** Requests the end. Returns false if that was done before. By any thread, which has asked for stack. */
  protected final boolean end(End end) {
    boolean isFirst = tryRequestEnd(end);
    if (isFirst) {
      refuseWaiters(); // before this thread may be the owner for long
    }
    signal(); // also in place of the first one, which may stand still
    return isFirst;
  }

  /** Ends the stream by an end that overtakes what waits, and each end that is not settled. By any thread. */
  protected final void endAtOnce(End end) {
    StackCheck.ensure();
    replaceEnd(end);
    refuseWaiters();
    signal();
  }

  @Override
  public void cancel() {
    endAtOnce(End.CANCELLED);
  }

  private void helpIfFailed() {
    if (failure != null) {
      finishFailure();
    }
  }

  /** Ends the stream because of what an owner could not finish: by that owner, or in its place. */
  final void finishFailure() {
    Throwable cause = takeFailure();
    if (cause != null) {
      try {
        if (!BIASED || Bias.ownsFailure(this)) { // which may fail, too
          abort(cause); // may run twice
        }
      } catch (Throwable again) {
        failure = cause;
        throw again;
      }
    }
  }

  /** As the other. If its item was refused, its caller gets no result. */
  private void finishFailure(EmitOutcome outcome, T item) {
    try {
      finishFailure();
    } finally { // for which there may be no stack
      if (!outcome.isAccepted()) {
        discard(item);
      }
    }
  }

  // Demand and the subscriber. By any thread.

  /**
   * Adds {@code n} to the demand, a positive number. Does nothing after a cancellation (§3.6): the owner could
   * not look for that, since both may fall between two of its looks.
   */
  protected final void addDemand(long n) {
    if (starving && (isVacant() || limit.tasksOnly())) {
      StackCheck.ensure(); // before the demand is published: this thread may become the owner
    }
    if (End.isCancelled(terminal)) {
      if (!isClosed()) { // who cancelled may stand still
        StackCheck.ensure();
        signal();
      }
      return;
    }
    addRequested(n);
    if (starving) {
      signal();
    } else {
      helpIfFailed();
    }
  }

  /** Sets the downstream. Returns false if there was one. The caller must have asked for stack. */
  protected final boolean arrive(Subscriber<? super T> subscriber) {
    if (!tryArrive(subscriber)) {
      return false;
    }
    signal();
    return true;
  }
}
