package org.reactiveserializer.internal.right;

import org.jspecify.annotations.Nullable;

/**
 * The ownership loop: lets many threads ask for emission while one at a time performs it. The only
 * such loop; an operator supplies {@link #pass}, what to emit, and never how to own.
 *
 * <p>Whatever only passes touch may be plain: the right hands it from owner to owner.
 *
 * <p><b>Order.</b> The loop takes what was handed over <em>before</em> it calls the pass, which
 * only then looks at anything that others signal (a terminal, a cancellation, demand). {@link
 * EmissionRight} rests on this order: its invariant 4.
 *
 * <p><b>Throwables.</b> One that escapes a pass, or what an operator does between {@link
 * EmissionRight#enter} and {@link #exit}, ends the emission for good: {@link #abort} closes the
 * right, and the throwable goes on to the thread that happened to emit (§2.13).
 */
public abstract class EmissionLoop extends FailureNotes {
  /**
   * The emitter, while it stays for long, so that it pays to open a run. A hint for others; exact for the emitter.
   * Written by the owner, seldom.
   */
  protected @Nullable Thread stayingOwner;

  // Whether the emitter itself brought something in this pass, from within a signal. Of the owner, which seldom does.
  private boolean ownerEmits;

  private final @Nullable DrainLimit limit;

  /** Creates a loop that nobody emits in yet. */
  protected EmissionLoop() {
    this(null);
  }

  /** As the other; if there is a limit, threads hand the emission on when they have reached it. */
  protected EmissionLoop(@Nullable DrainLimit limit) {
    this.limit = limit;
  }

  /**
   * Returns who owns the emission, and what waits for the owner: this very object, so that no load lies between the
   * caller and the word. A stress test returns one with a broken step.
   */
  protected EmissionRight right() {
    return this;
  }

  /**
   * Emits a batch, and acts on what was signalled. Called by the owner only.
   *
   * @param youngest the last of what was handed over since the last pass, for {@link
   *     Work#oldestFirst}; {@code null} if the pass was only signalled
   * @return how many items it delivered
   */
  protected abstract int pass(@Nullable Work youngest);

  /** The emission is about to be handed on, to a thread that may take its time to come. */
  protected void beforeTransfer() {}

  /** No thread could be found to hand the emission on to; this one goes on. */
  protected void transferFailed(Throwable cause) {}

  /**
   * Returns, and forgets, how much of something the owner is to ask for when it does not emit any more: asked
   * while it emits, a source that answers at once would have all its items handed over.
   */
  protected long takeDueRequest() {
    return 0;
  }

  /** Asks for that, by a thread that was the owner. */
  protected void requestDue(long due) {}

  /** Returns how many items a pass may deliver. */
  protected final int allowance() {
    return allowance;
  }

  /** Notes that a pass delivered {@code n} items. */
  protected final void useAllowance(int n) {
    if (limit != null) {
      allowance -= n;
    }
  }

  /** Hands work over, and emits it here if nobody else does. False if it was refused. */
  protected final boolean handOver(Work work) {
    return enter(work) != Handover.REFUSED;
  }

  /**
   * Asks for a pass, made here if nobody else emits. Publish the cause by a volatile write first. Returns
   * whether it was made here.
   */
  protected final boolean signal() {
    return enter(null) == Handover.ENTERED;
  }

  /** Emits, by a thread that has the right: the emission was handed on to it, or nobody else knows of the operator. */
  protected final void emitAsOwner() {
    long due;
    try {
      due = emitUntilIdle();
    } catch (Throwable thrown) {
      try {
        abort(thrown);
      } catch (Throwable again) {
        pendingAbort = thrown;
        mustPassFirst = true;
      }
      throw thrown;
    }
    requestDueOrNote(due);
  }

  /** Hands {@code work} over, or signals if it is null; and emits here if nobody else does. */
  protected final Handover enter(@Nullable Work work) {
    Handover outcome = work == null ? signalled() : right().push(work);
    if (outcome == Handover.ENTERED) {
      long due;
      try {
        due = emitUntilIdle();
      } catch (Throwable thrown) {
        try {
          abort(thrown);
        } catch (Throwable again) {
          pendingAbort = thrown;
          mustPassFirst = true;
        }
        throw thrown;
      }
      requestDueOrNote(due);
    } else {
      abortIfPending();
    }
    return outcome;
  }

  /** Does what is {@linkplain #takeDueRequest due}, by a thread that does not emit any more. */
  protected final void requestDueOrNote(long due) {
    if (due != 0) {
      try {
        requestDue(due);
      } catch (Throwable thrown) {
        failedStep = thrown;
        mustPassFirst = true;
        throw thrown;
      }
    }
  }

  private Handover signalled() {
    return right().signalOwner() ? Handover.ENTERED : Handover.HANDED_OVER;
  }

  /**
   * Ends what began with {@link EmissionRight#enter}, with the passes asked for meanwhile. Returns what is
   * due then, for {@link #requestDueOrNote}.
   */
  protected final long exit(Object entry) {
    long due = takeDueRequest();
    return right().tryExit(entry) ? due : due + emitUntilIdle();
  }

  /** As {@link #exit}, after a pass in any case. */
  protected final long emitUntilIdle() {
    renewAllowance();
    return continueUntilIdle();
  }

  /**
   * Makes a pass, by a thread that has entered and {@linkplain #renewAllowance renewed its allowance}, once. {@link
   * #continueUntilIdle} is to follow, if this returns true; false: that was the end.
   */
  protected final boolean passFirst() {
    pass(right().take());
    return !right().isClosed();
  }

  /** Lets this thread, which has just entered, deliver as many items for others as the limit says. */
  protected final void renewAllowance() {
    if (limit != null) {
      allowance = limit.items();
    }
  }

  /** Makes passes until nothing is left to do, and leaves. Returns what is due then. */
  protected final long continueUntilIdle() {
    return emitWhileBusy() ? leaveOrContinue() : 0;
  }

  /** As {@link #continueUntilIdle}, behind a pass. */
  protected final long leaveOrContinue() {
    long due = takeDueRequest();
    while (!right().isClosed() && (!mayLeave() || !right().tryExit())) {
      if (!emitWhileBusy()) {
        return due;
      }
      due += takeDueRequest();
    }
    return due;
  }

  /** A stay. Returns false if another thread is the owner now. */
  private boolean emitWhileBusy() {
    long stay = 0;
    int quiet = 0;
    for (; ; ) {
      int n = pass(right().take());
      if (allowance <= 0 && limit != null && (right().hasWork() || hasMore())) {
        if (transfer(limit)) {
          return false;
        }
        continue;
      }
      stay += n;
      quiet = n == 0 ? quiet + 1 : 0;
      if (stay < Pace.LONG_STAY) {
        if (!right().hasWork()) {
          break;
        }
      } else {
        if (quiet >= Pace.QUIET_PASSES || right().isClosed()) {
          break;
        }
        if (stayingOwner == null) {
          stayingOwner = Thread.currentThread();
        }
        if (n < Pace.WELL_FILLED && !ownerEmits) {
          Pace.pause(Pace.PAUSE); // not for what this thread brings: that does not come meanwhile
        }
        if (ownerEmits) {
          ownerEmits = false; // not otherwise: producers read what lies beside it
        }
      }
    }
    if (stayingOwner != null) {
      stayingOwner = null; // likewise
    }
    return true;
  }

  /**
   * Waits a moment before this thread, which delivered an item of its own, takes what others brought meanwhile. Two
   * threads that push at the same time would otherwise meet with every item.
   */
  protected void pauseBeforeTake() {
    int wait = right().takePause;
    Pace.pause(wait);
    right().takePause = Pace.nextPause(wait, Work.count(right().youngest()));
  }

  /** Notes that the calling thread brings something while somebody emits, perhaps it itself. */
  protected final void noteEmission() {
    if (stayingOwner == Thread.currentThread()) {
      ownerEmits = true;
    }
  }

  /** Hands the emission on. Returns false if this thread is still the owner, and is to go on itself. */
  private boolean transfer(DrainLimit reached) {
    beforeTransfer();
    right().withdraw();
    try {
      if (new Relay(this).start(reached.executor())) {
        return true;
      }
    } catch (Throwable thrown) {
      transferFailed(thrown);
    }
    allowance = reached.items();
    return false;
  }

  /** Tells whether a pass left what it could have delivered but for its allowance. By the owner. */
  protected boolean hasMore() {
    return false;
  }

  /**
   * Sees to it that nothing comes any more but by the word, and tells whether nothing is left to be delivered.
   * By the owner, before it leaves.
   */
  protected boolean mayLeave() {
    return true;
  }
}
