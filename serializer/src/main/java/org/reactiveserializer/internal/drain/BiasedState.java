package org.reactiveserializer.internal.drain;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.barrier.ProcessBarrier;

/**
 * A drain state whose ownership a thread that is nearly always alone acquires and releases without an atomic
 * instruction: after that thread has been alone for long, the word holds a {@link Bias}, a promise
 * to it.
 *
 * <pre>
 *   EMITTING ── tryExit, after many alone ──────► PROMISED        a new promise
 *   PROMISED ── enter, tryExit, by its holder ──► PROMISED        plain stores: inside, outside
 *   PROMISED ── push, signalOwner, by anyone ───► EMITTING_MORE   the promise is revoked
 *   PROMISED ── close, by its holder inside ────► CLOSED
 *   PROMISED ── withdraw, by its holder inside ─► EMITTING        to transfer ownership
 * </pre>
 *
 * <p>A thread that revokes takes the promise out of the word, executes a {@link ProcessBarrier},
 * and looks whether the holder is inside. The holder marks itself as inside, or as outside, and
 * then looks whether the promise is still in the word. Because of the barrier at least one of the
 * two sees the other.
 *
 * <p><b>Invariants</b>, in addition to those of {@link DrainState}. The
 * <em>holder</em> is the thread that has the promise.
 *
 * <ol>
 *   <li>A promise is taken out of the word once, by {@code compareAndSet}, and never comes back.
 *   <li>While it is in the word the list is empty, and only its holder may be inside.
 *   <li>If it is taken out while its holder is inside, the holder keeps ownership. It notices when
 *       it leaves, since the promise is not in the word any more, and goes on as any other owner.
 *   <li>If it is taken out while its holder is outside, or about to enter or to leave, ownership
 *       belongs to the thread that {@linkplain Bias#claim claims} it. The revoking thread claims if
 *       it finds the holder outside; the holder claims if it finds the promise gone after it marked
 *       itself. Because of the barrier at least one of them claims; one claim succeeds.
 * </ol>
 *
 * <p>The revoking thread may be descheduled before it claims. Then ownership is as good as owned by
 * a thread that does not run: non-invariant 1 of {@link DrainState}.
 */
public class BiasedState extends DrainState {
  /**
   * How many exits before the first check: some ten microseconds of them, where a revocation costs
   * one or two. The property is for tests: with zero there is a promise at every exit.
   */
  private static final int FIRST_INTERVAL =
      Integer.getInteger("org.reactiveserializer.bias.patience", 1 << 10);

  /**
   * The interval doubles with each promise up to this. So revocations cost about a percent of the
   * time between them, however often they happen. A barrier that is slower than the system's rations
   * promises itself: {@link ProcessBarrier#affordsRevocation}.
   */
  private static final int MAX_INTERVAL = 1 << 16;

  /** Whether the barrier was executed to link its call sites, by any state: once is enough. */
  private static volatile boolean rehearsed;

  private final ProcessBarrier barrier;

  /**
   * A promise of which a thread does not know whether it is the owner by it: the holder, or one that
   * has revoked it, was out of stack space. A field of its own beside {@link #left}: the holder may
   * have left the passes, and then a thread that revokes its promise may fail as well. Written by a
   * bare store.
   */
  private volatile @Nullable Bias undecided;

  // How many exits from one check to the next. Written by the owner.
  private int checkInterval;

  /**
   * Creates a drain state that nobody has, with the default interval. The type of the result is that of
   * the other kind of drain states: so a process without a barrier does not even load this class, and the
   * compiler knows that nothing overrides the steps.
   */
  static DrainState by(ProcessBarrier barrier) {
    return new BiasedState(barrier, FIRST_INTERVAL);
  }

  /**
   * Creates a drain state that nobody has.
   *
   * @param barrier fences other threads
   * @param checkInterval after how many exits in a row it is checked which thread leaves; a
   *     {@link #take} restarts the count. The thread of two checks in a row gets a promise, which
   *     doubles the interval
   */
  public BiasedState(ProcessBarrier barrier, int checkInterval) {
    this.barrier = barrier;
    this.checkInterval = checkInterval;
    this.exitsUntilCheck = checkInterval;
  }

  @Override
  public boolean isBiased() {
    return true;
  }

  /** Also makes a promise at every exit from now on. */
  @Override
  public final void rehearse() {
    if (!rehearsed) {
      barrier.affordsRevocation();
      Bias bias = new Bias(barrier.prepared());
      bias.barrier.execute();
      bias.claimIfVacant();
      rehearsed = true;
    }
    checkInterval = 0;
    exitsUntilCheck = 0;
  }

  /** Only by the promise. */
  @Override
  public @Nullable Object enterFast() {
    return get() instanceof Bias bias && bias.isVacantForThisThread() ? enterBy(bias) : null;
  }

  @Override
  public @Nullable Object enter() {
    Object word = get();
    if (word == null) {
      return compareAndSet(null, this) ? this : null; // as super.enter(), with one read less
    }
    return word instanceof Bias bias && bias.isVacantForThisThread() ? enterBy(bias) : null;
  }

  /**
   * Enters by the promise, by its holder from outside. Returns {@code this} and not the promise if
   * the holder had to claim ownership: to leave by the promise would be to claim a second time, and
   * fail.
   */
  protected @Nullable Object enterBy(Bias bias) {
    try {
      bias.enter();
      if (get() == bias) {
        return bias;
      }
      return bias.claim() ? this : null;
    } catch (Throwable thrown) {
      bias.vacantFor = bias.holder;
      undecided = bias; // a thread that revoked it may have left ownership to this one
      throw thrown;
    }
  }

  @Override
  public boolean tryExit(Object entry) {
    // By comparison and not by class, which is cheaper. It counts between the two atomic
    // instructions of a thread that entered without a promise: nothing there overlaps with them.
    return entry == this ? exit() : leaveBy((Bias) entry);
  }

  @Override
  public boolean tryExit() {
    return get() instanceof Bias bias ? leaveBy(bias) : exit();
  }

  /** Leaves by the promise, by its holder from inside. */
  protected boolean leaveBy(Bias bias) {
    try {
      bias.leave();
      return get() == bias || !bias.claim();
    } catch (Throwable thrown) {
      bias.vacantFor = bias.holder;
      undecided = bias; // as above
      return true;
    }
  }

  private boolean exit() {
    if (--exitsUntilCheck <= 0) {
      try {
        return check();
      } catch (VirtualMachineError noStackOrHeap) {
        exitsUntilCheck = checkInterval; // leave without a promise
      }
    }
    return super.tryExit();
  }

  /**
   * A thread that leaves at two checks in a row is presumed to have been alone in between. It may
   * not have been: to be wrong now and then, and ever less often, costs less than to know.
   */
  private boolean check() {
    long current = ThreadNumber.ofThisThread();
    boolean alone = current == threadAtLastCheck || checkInterval == 0;
    threadAtLastCheck = current;
    if (alone && checkInterval < MAX_INTERVAL) {
      checkInterval = 2 * checkInterval;
    }
    exitsUntilCheck = checkInterval;
    // Without an interval it promises whatever that costs: for tests, and for a rehearsal.
    boolean promises = alone && (checkInterval == 0 || barrier.affordsRevocation());
    return promises ? promise() : super.tryExit();
  }

  /** EMITTING → PROMISED, instead of EMITTING → IDLE. */
  private boolean promise() {
    return compareAndSet(this, new Bias(barrier.prepared())) || isClosed();
  }

  /**
   * PROMISED → EMITTING. If that fails, another thread revokes, and will find the holder inside.
   */
  @Override
  protected void withdraw() {
    Object word = get();
    if (word instanceof Bias) {
      compareAndSet(word, this);
    }
  }

  @Override
  public boolean signalOwner() {
    // The holder, if outside, enters and keeps its promise. Others, and the holder if inside,
    // revoke it.
    if (get() instanceof Bias) {
      StackRoom.ensureInside(); // as in the other case: before the caller is the owner
      if (tryEnter()) {
        return true;
      }
    }
    return super.signalOwner();
  }

  @Override
  protected boolean claimRevoked(Object promise) {
    Bias bias = (Bias) promise;
    if (get() == bias) {
      return false; // left behind by its holder; nobody has revoked it
    }
    if (bias.isOfThisThread()) {
      return bias.isVacantForThisThread() && bias.claim(); // a thread sees its own mark: no barrier
    }
    try {
      bias.barrier.execute(); // a native call may need more stack than a door asks for
    } catch (Throwable thrown) {
      undecided = bias;
      return false;
    }
    return bias.claimIfVacant();
  }

  @Override
  protected boolean isUndecided() {
    return undecided != null;
  }

  @Override
  protected boolean claimUndecided() {
    return UNDECIDED.getAndSet(this, (Bias) null) instanceof Bias bias && claimRevoked(bias);
  }

  @Override
  public @Nullable Work take() {
    Work youngest = super.take();
    if (youngest != null) {
      exitsUntilCheck = checkInterval;
    }
    return youngest;
  }

  private static final VarHandle UNDECIDED =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "undecided", VarHandle.class, BiasedState.class, Bias.class);
}
