package org.reactiveserializer.internal.drain;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.barrier.Barriers;
import org.reactiveserializer.internal.barrier.ProcessBarrier;

/**
 * The ownership loop: any number of threads request passes, one at a time makes them. There is no
 * other such loop: an operator supplies {@link #pass}, what to deliver, and never how to acquire or
 * release ownership.
 *
 * <p>Fields that only passes access may be plain: each owner happens-before the next.
 *
 * <p><b>Order.</b> The loop takes the list <em>before</em> it calls the pass, and only the pass
 * looks at what other threads publish (a terminal, a cancellation, demand). Invariant 4 of
 * {@link DrainState} depends on this order.
 *
 * <p><b>Throwables.</b> One that escapes from a pass, or from what an operator does between
 * {@link DrainState#enter} and {@link #emitUntilIdle}, ends the emission for good: {@link #abort} closes
 * ownership, and the throwable is thrown to the caller that happened to be the owner (§2.13).
 *
 * <p><b>The end of the stack.</b> A call that publishes something asks for {@link StackRoom} first.
 * An owner asks before it takes work. If there is no room, it leaves the passes to the next thread:
 * {@link DrainState#left}.
 */
public abstract class DrainLoop extends FrontPadding {
  // A constant here, so that its class is initialised with this one.
  private static final @Nullable ProcessBarrier BARRIER = Barriers.OF_THIS_PROCESS;

  /**
   * Whether a thread that enters must make a pass before anything else: the straight way is closed.
   * Set, and never cleared, before an end is published that somebody requested. So every thread
   * that enters acts on the end, although the thread that requested it may not have signalled yet.
   * Otherwise a thread could learn of the end by an answer, and then deliver an item as if there
   * were no end. (Also set from the beginning if all passes are left to tasks, and by a producer
   * that perhaps could not signal what it had put into a bounded queue.)
   */
  public volatile boolean mustPassFirst;

  /** Who delivers, and what was handed over to it. */
  public final DrainState drain;

  private final @Nullable DueRequests requests;
  private final @Nullable DrainLimit limit;

  // How many items the owner may still deliver for others. By the owner; written only if there is a
  // limit.
  private int allowance = Integer.MAX_VALUE;

  // The task that ownership was transferred to last, until it begins.
  private volatile @Nullable HandoffTask handoff;

  /**
   * Creates a loop without an owner.
   *
   * @param drain nobody has it, and no other thread knows of it
   * @param requests what is due to be requested; null: nothing ever is
   * @param limit an owner that reaches it transfers ownership; null: there is none
   */
  protected DrainLoop(
      DrainState drain, @Nullable DueRequests requests, @Nullable DrainLimit limit) {
    this.drain = drain;
    this.requests = requests;
    this.limit = limit;
    if (leavesToTasks()) {
      mustPassFirst = true; // closes the fast path, without another check on it
    }
  }

  /** Creates a drain state for an operator: a biased one, if this process has a barrier. */
  public static DrainState newDrainState() {
    return BARRIER == null ? new DrainState() : BiasedState.by(BARRIER);
  }

  /**
   * Delivers a batch, and acts on what was signalled. Called by the owner only.
   *
   * @param youngest the list taken for this pass, for {@link Work#oldestFirst}, which returns null
   *     if the pass was only signalled; null also if there was neither work nor a signal
   */
  protected abstract void pass(@Nullable Work youngest);

  /**
   * Ends the emission because {@code cause} was thrown: closes the word, cancels the upstream and
   * discards what waits. Called by the owner, perhaps twice, or by another thread in place of an
   * owner that left. Throws only if it is out of stack space or memory.
   */
  protected abstract void abort(Throwable cause);

  /** Called by the owner before it transfers ownership to a thread that may start much later. */
  protected void beforeTransfer() {}

  /** Called by the owner if the executor threw. The owner continues itself. */
  protected void transferFailed(Throwable cause) {}

  /** Returns whether a thread that acquires ownership leaves all passes to a task. */
  protected final boolean leavesToTasks() {
    return limit != null && limit.tasksOnly();
  }

  /** Returns whether the number of items that a call delivers for others is limited. */
  protected final boolean isLimited() {
    return limit != null;
  }

  /**
   * Returns whether a pass would deliver nothing, so that no task is needed for it. By the owner.
   * Must find whatever another thread has published, signalled or not.
   */
  protected boolean isPassUseless() {
    return false;
  }

  /**
   * Returns whether there is nobody to deliver to, and nothing more will be delivered, so that no
   * task is needed. By the owner.
   */
  protected boolean mayOnlyDiscard() {
    return false;
  }

  /** Returns how many items a pass may deliver. */
  protected final int allowance() {
    return allowance;
  }

  /** Subtracts {@code n} items, which a pass has delivered, from the allowance. */
  protected final void useAllowance(int n) {
    if (limit != null) {
      allowance -= n;
    }
  }

  /**
   * Hands {@code work} over; if there is no owner, delivers it here. Returns false if it was
   * refused.
   */
  protected final boolean handOver(Work work) {
    return accepted(drain.push(work));
  }

  /**
   * Requests a pass; if there is no owner, makes it here, and returns true. The caller must have
   * published the cause by a volatile write.
   */
  protected final boolean signal() {
    boolean entered = drain.signalOwner();
    accepted(entered ? Handover.ENTERED : Handover.HANDED_OVER);
    return entered;
  }

  /**
   * As {@link #signal}, but if there is no owner, leaves the passes to a task. For a call that has
   * delivered what the limit allows.
   */
  protected final void signalTask() {
    if (drain.signalOwner()) {
      emitAsEntered(true);
    } else {
      continueForOthers();
    }
  }

  /**
   * Makes passes until nothing is left to do, by a thread that is already the owner: ownership was
   * transferred to it, or no other thread knows of the operator.
   */
  protected final void emitAsOwner() {
    long due;
    try {
      if (handoff != null) {
        handoff = null;
      }
      renewAllowance();
      due = continueUntilIdle();
    } catch (Throwable thrown) {
      abortOrLeave(thrown);
      throw thrown;
    }
    requestIfDue(due);
  }

  private boolean accepted(Handover outcome) {
    if (outcome == Handover.ENTERED) {
      emitAsEntered(leavesToTasks());
    } else {
      continueForOthers();
    }
    return outcome != Handover.REFUSED;
  }

  /**
   * As {@link #emitAsOwner}, by a thread that has just entered. It asked for stack before it
   * entered, and asks again: the compiler may have made the frames of the first question smaller
   * than those of the passes. If this throws, the work is handed over all the same.
   *
   * @param byTask whether to leave the passes to a task
   */
  private void emitAsEntered(boolean byTask) {
    try {
      StackRoom.ensureInside();
    } catch (StackOverflowError noStack) {
      drain.left = DrainState.PASSES; // nothing is taken yet
      throw noStack;
    }
    long due;
    try {
      renewAllowance();
      due = byTask && leavePasses() ? 0 : continueUntilIdle();
    } catch (Throwable thrown) {
      abortOrLeave(thrown);
      throw thrown;
    }
    requestIfDue(due);
  }

  /**
   * Ends the emission because {@code thrown} left a pass, or leaves that to the next thread. Called
   * directly by the method that caught it: the further up the stack, the more room there is.
   */
  protected final void abortOrLeave(Throwable thrown) {
    try {
      abort(thrown);
    } catch (Throwable again) {
      drain.left = thrown;
    }
  }

  /** Requests a pass, if a thread could perhaps not signal what it had published. By any thread. */
  protected final void continueOrPassFirst() {
    if (mustPassFirst && !leavesToTasks()) {
      signal();
    } else {
      continueForOthers();
    }
  }

  /** Returns whether a thread {@linkplain DrainState#left left} something to the next one. By any thread. */
  public final boolean hasLeft() {
    return drain.left != null;
  }

  /**
   * Does what a thread {@linkplain DrainState#left left behind}, if there is anything. By a thread that has
   * handed over or signalled.
   */
  protected final void continueForOthers() {
    if (drain.left != null || drain.isUndecided()) {
      takeOver();
    }
  }

  private void takeOver() {
    try {
      StackRoom.ensureInside();
    } catch (StackOverflowError noStack) {
      return; // the next thread; what this one has handed over is in the list
    }
    if (drain.isUndecided() && drain.claimUndecided()) {
      emitAsEntered(leavesToTasks());
    }
    Object found = drain.takeLeft();
    if (found instanceof Throwable cause) {
      abortOrLeave(cause);
    } else if (found == DrainState.PASSES) {
      drain.withdraw(); // the owner that left may have entered by its promise
      emitAsEntered(leavesToTasks());
    } else if (found instanceof HandoffTask task && task.claim()) {
      emitAsEntered(leavesToTasks());
    }
  }

  /** Returns what is due to be requested, and resets it. By the owner, before it leaves. */
  private long takeDue() {
    return requests == null ? 0 : requests.takeDue();
  }

  /** Takes back what {@link #takeDue} returned, by an owner that could not leave. */
  private void returnDue(long due) {
    if (due != 0 && requests != null) {
      requests.returnDue(due);
    }
  }

  /** Requests what {@link #takeDue} returned. By a thread that is not the owner any more. */
  protected final void requestIfDue(long due) {
    if (due != 0 && requests != null) {
      requests.request(due);
    }
  }

  /**
   * Makes at least one pass, or leaves it to a task; then makes passes until nothing is left to do,
   * and releases ownership. Returns what is due then, for {@link #requestIfDue}. The caller has
   * asked for stack.
   */
  protected final long emitUntilIdle() {
    renewAllowance();
    return leavesToTasks() && leavePasses() ? 0 : continueUntilIdle();
  }

  /** Leaves the passes to a task, if any are needed. Returns false if this thread must make them. */
  private boolean leavePasses() {
    return limit != null && ((isPassUseless() && drain.tryExit()) || transfer(limit));
  }

  /**
   * Makes one pass, by a thread that has entered and then {@linkplain #renewAllowance renewed its
   * allowance} once. Returns false if the word is closed; otherwise {@link #continueUntilIdle} or
   * {@link #leaveOrContinue} must follow.
   */
  protected final boolean passFirst() {
    pass(drain.take());
    return !drain.isClosed();
  }

  /** Sets the allowance of this thread, which has just entered, to the limit. */
  protected final void renewAllowance() {
    if (limit != null) {
      allowance = limit.items();
    }
  }

  /** Makes passes until nothing is left to do, and releases ownership. Returns what is due then. */
  protected final long continueUntilIdle() {
    return emitWhileBusy() ? leaveOrContinue() : 0;
  }

  /**
   * As {@link #continueUntilIdle}, but begins by trying to leave: the caller has just made a pass.
   */
  protected final long leaveOrContinue() {
    while (!drain.isClosed()) {
      if (mayLeave()) {
        long due = takeDue();
        if (drain.tryExit()) {
          return due;
        }
        returnDue(due);
      }
      if (!emitWhileBusy()) {
        break; // the thread that ownership was transferred to requests what is due
      }
    }
    return 0;
  }

  /** Makes passes while there is work. Returns false if it transferred ownership. */
  private boolean emitWhileBusy() {
    for (; ; ) {
      pass(drain.take());
      if (allowance <= 0 && limit != null && (drain.hasWork() || hasMore())) {
        if (transfer(limit)) {
          return false;
        }
      } else if (!drain.hasWork()) {
        return true;
      }
    }
  }

  /**
   * Does what a task must do that has not begun: perhaps its executor has dropped it, and it never
   * will. By a thread that has ended the stream so that {@link #mayOnlyDiscard}, and signalled.
   */
  protected final void replaceTask() {
    HandoffTask pending = handoff;
    if (pending != null && !drain.isClosed() && pending.claim()) {
      emitAsOwner();
    }
  }

  /** Transfers ownership by the executor. Returns false if this thread is still the owner. */
  private boolean transfer(DrainLimit reached) {
    beforeTransfer();
    drain.withdraw();
    try {
      HandoffTask task = new HandoffTask(this);
      handoff = task;
      // Only now does this look for a cancellation. The thread that cancels looks for the task
      // after that, so one of the two sees the other, whatever the executor does. If it is this
      // thread, no task is needed any more.
      if (mayOnlyDiscard() ? !task.claim() : task.start(reached.executor())) {
        return true;
      }
    } catch (Throwable thrown) {
      handoff = null; // a direct store: perhaps there is no stack for a call
      transferFailed(thrown);
    }
    handoff = null;
    allowance = reached.items();
    return false;
  }

  /**
   * Returns whether the last pass could have delivered more with a larger allowance. By the owner.
   */
  protected boolean hasMore() {
    return false;
  }

  /** Returns whether nothing is left to deliver. By the owner, before it leaves. */
  protected boolean mayLeave() {
    return true;
  }
}
