package org.reactiveserializer.internal.right;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.barrier.ProcessBarrier;

/**
 * A right that costs the thread that nearly always has it no atomic instruction: when it has
 * been alone for long the word holds a {@link Bias}, a promise to that thread.
 *
 * <pre>
 *   EMITTING ── tryExit, after many alone ──────► PROMISED        a new promise
 *   PROMISED ── enter, tryExit, by its owner ───► PROMISED        plain stores: inside, outside
 *   PROMISED ── push, signalOwner, by anyone ───► EMITTING_MORE   the promise is over
 *   PROMISED ── close, by its owner inside ─────► CLOSED
 *   PROMISED ── withdraw, by its owner inside ──► EMITTING        to hand the right to another thread
 * </pre>
 *
 * <p>Whoever takes the promise out of the word executes a {@link ProcessBarrier} and looks whether
 * the owner is inside. The owner marks itself as inside, or outside, and then looks whether the
 * promise is still in the word. By the barrier at least one of the two sees the other.
 *
 * <p><b>Invariants</b>, beside those of {@link EmissionRight}
 *
 * <ol>
 *   <li>A promise is taken out of the word once, by {@code compareAndSet}, and never comes back.
 *   <li>While it is in the word nothing waits, and nobody but its owner is inside.
 *   <li>Taken out while its owner is inside, it leaves the right with the owner, who learns of it
 *       on leaving, since the word is not the promise any more; and then is an owner like any other.
 *   <li>Taken out while its owner is outside, or about to enter or leave, it leaves the right
 *       with whoever {@linkplain Bias#claim claims} it. The one who took it out does so if it finds
 *       the owner outside; the owner, if it finds the promise gone after it marked itself. One of
 *       them does, by the barrier; one of them wins.
 * </ol>
 *
 * <p>The thread that took the promise out may be descheduled before it claims. Then the right is as
 * good as taken by a thread that does not run: non-invariant 1 of {@link EmissionRight}.
 */
public class BiasedRight extends EmissionRight {
  /**
   * The first promise after so many items: some ten microseconds of them, where a revocation costs
   * one or two. The property is for tests: zero makes a promise on every exit.
   */
  private static final int FIRST_INTERVAL =
      Integer.getInteger("org.reactiveserializer.bias.patience", 1 << 10);

  /** So that a revocation costs a percent of the time before it, however often it comes. */
  private static final int MAX_INTERVAL = 1 << 16;

  private final @Nullable ProcessBarrier barrier;

  // How many exits it is from one look to the next. Written by the owner of the right.
  private int checkInterval;

  /** Creates a right that nobody holds, with the checkInterval that pays. */
  protected BiasedRight(@Nullable ProcessBarrier barrier) {
    this(barrier, FIRST_INTERVAL);
  }

  /**
   * Creates a right that nobody holds.
   *
   * @param barrier what there is in this process; {@code null} only if this is not {@linkplain #isBiased biased}
   * @param checkInterval how many exits after another at which it happened to leave, too, a thread gets
   *     the first promise, if nothing was handed over meanwhile; the next takes twice as many
   */
  public BiasedRight(@Nullable ProcessBarrier barrier, int checkInterval) {
    this.barrier = barrier;
    this.checkInterval = checkInterval;
    this.exitsUntilCheck = checkInterval;
  }

  @Override
  public boolean isBiased() {
    return true;
  }

  /** Has it promise at every exit; and goes the ways that take two threads. By whoever has just created it. */
  public final void rehearse() {
    if (barrier != null) {
      barrier.execute();
      new Bias().claimIfVacant();
      checkInterval = 0;
      exitsUntilCheck = 0;
    }
  }

  /** By the promise, if this is biased. */
  @Override
  public @Nullable Object enterFast() {
    if (!isBiased()) {
      return super.enter();
    }
    return get() instanceof Bias bias && bias.isVacantForThisThread() ? enterBy(bias) : null;
  }

  @Override
  public @Nullable Object enter() {
    if (!isBiased()) {
      return super.enter();
    }
    Object word = get();
    if (word == null) {
      return compareAndSet(null, this) ? this : null; // as there, with one look less
    }
    return word instanceof Bias bias && bias.isVacantForThisThread() ? enterBy(bias) : null;
  }

  /**
   * Enters by the promise, by its owner from outside. Who claimed already must not leave by the
   * promise, which would be to claim again.
   */
  protected @Nullable Object enterBy(Bias bias) {
    try {
      bias.enter();
      if (get() == bias) {
        return bias;
      }
      return bias.claim() ? this : null;
    } catch (Throwable thrown) {
      bias.vacantFor = bias.owner;
      undecidedPromise = bias; // somebody may have left it to this thread
      throw thrown;
    }
  }

  @Override
  public boolean tryExit(Object entry) {
    if (!isBiased()) {
      return super.tryExit();
    }
    // By comparison, not by class: that is cheaper between the two atomic instructions of whoever
    // entered without a promise, where nothing overlaps.
    return entry == this ? exit() : leaveBy((Bias) entry);
  }

  @Override
  public boolean tryExit() {
    if (!isBiased()) {
      return super.tryExit();
    }
    return get() instanceof Bias bias ? leaveBy(bias) : exit();
  }

  /** Leaves by the promise, by its owner from inside. */
  protected boolean leaveBy(Bias bias) {
    try {
      bias.leave();
      return get() == bias || !bias.claim();
    } catch (Throwable thrown) {
      bias.vacantFor = bias.owner;
      undecidedPromise = bias; // somebody may have left it to this thread
      return true;
    }
  }

  private boolean exit() {
    if (--exitsUntilCheck <= 0) {
      try {
        return check();
      } catch (VirtualMachineError noRoom) {
        exitsUntilCheck = checkInterval; // without a promise, then
      }
    }
    return super.tryExit();
  }

  /**
   * A thread that leaves at two looks in a row is taken to have been alone in between. It may not
   * have been: it costs less to be wrong now and then, ever more seldom, than to know.
   */
  private boolean check() {
    long leaver = ThreadNumber.ofThisThread();
    boolean alone = leaver == threadAtLastCheck || checkInterval == 0;
    threadAtLastCheck = leaver;
    if (alone && checkInterval < MAX_INTERVAL) {
      checkInterval = 2 * checkInterval;
    }
    exitsUntilCheck = checkInterval;
    return alone ? promise() : super.tryExit();
  }

  /** EMITTING → PROMISED, in place of an exit. */
  private boolean promise() {
    return compareAndSet(this, new Bias()) || isClosed();
  }

  /** PROMISED → EMITTING. Or somebody else ended it, and will find the owner inside. */
  @Override
  protected void withdraw() {
    Object word = get();
    if (word instanceof Bias) {
      compareAndSet(word, this);
    }
  }

  @Override
  public boolean signalOwner() {
    // Its owner keeps the promise. Others, and the owner when inside, end it.
    return (isBiased() && get() instanceof Bias && tryEnter()) || super.signalOwner();
  }

  @Override
  protected boolean claimRevoked(Object promise) {
    Bias bias = (Bias) promise;
    boolean mine;
    if (bias.isOfThisThread()) {
      mine = bias.isVacantForThisThread() && bias.claim();
    } else {
      Objects.requireNonNull(barrier).execute();
      mine = bias.claimIfVacant();
    }
    if (undecidedPromise == bias) {
      undecidedPromise = null;
    }
    return mine;
  }

  @Override
  public @Nullable Work take() {
    Work youngest = super.take();
    if (youngest != null) {
      exitsUntilCheck = checkInterval;
    }
    return youngest;
  }
}
