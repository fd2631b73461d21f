package org.reactiveserializer.internal.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.barrier.Barriers;
import org.reactiveserializer.internal.barrier.ProcessBarrier;

/**
 * A promise to one thread, its holder, that was alone for long: as long as this object is the value of
 * the word, the holder acquires and releases ownership by plain stores. Only in biased mode.
 *
 * <pre>
 *   EMITTING ── tryExit, after many alone ─────► a Bias           a new promise
 *   a Bias ──── tryEnter, tryExit, its holder ─► the same Bias    plain stores: inside, outside
 *   a Bias ──── push, signal, by anyone ───────► EMITTING_MORE    the promise is revoked
 *   a Bias ──── close, by its holder inside ───► CLOSED
 *   a Bias ──── withdraw, by its holder inside ► EMITTING
 * </pre>
 *
 * <p>A thread that revokes takes the promise out of the word, executes a {@link ProcessBarrier}, and looks
 * whether the holder is inside. The holder marks itself as inside, or as outside, and then looks whether the
 * promise is still in the word. Because of the barrier at least one of the two sees the other.
 *
 * <p><b>Invariants</b>, in addition to those of {@link DrainState}.
 *
 * <ol>
 *   <li>A promise is taken out of the word once, by {@code compareAndSet}, and never comes back.
 *   <li>While it is in the word the list is empty, and only its holder may be inside.
 *   <li>If it is taken out while its holder is inside, the holder keeps ownership. It notices when it
 *       leaves, and goes on as any other owner.
 *   <li>If it is taken out while its holder is outside, or about to enter or to leave, ownership belongs to
 *       the thread that {@linkplain #claim claims} it. The revoking thread claims if it finds the holder
 *       outside; the holder claims if it finds the promise gone after it marked itself. Because of the
 *       barrier at least one of them claims; one claim succeeds.
 * </ol>
 *
 * <p>The revoking thread may be descheduled before it claims. Then ownership is as good as owned by a
 * thread that does not run.
 *
 * <p>The holder is known by its number, so that the promise does not keep a thread alive.
 */
final class Bias {
  private static final @Nullable ProcessBarrier BARRIER = Barriers.OF_THIS_PROCESS;

  /**
   * How many exits before the first check: some ten microseconds of them, where a revocation costs one or
   * two. The property is for tests: with zero there is a promise at every exit.
   */
  private static final int FIRST_INTERVAL =
      Integer.getInteger("org.reactiveserializer.bias.patience", 1 << 10);

  /** The interval doubles with each promise up to this, so that revocations cost about a percent. */
  private static final int MAX_INTERVAL = 1 << 16;

  private final long holder = ThreadNumber.ofThisThread();

  /**
   * The mark: the number of the holder while it is outside, zero while it is inside. So a single read shows a
   * thread both that it is the holder and that it is not already inside. Only the holder writes it.
   */
  @SuppressWarnings("unused") // through the VarHandle
  private volatile long vacantFor = holder;

  @SuppressWarnings("unused") // through the VarHandle
  private int claimed;

  /** Whether the holder had no stack to enter or to leave. It stays inside then: see {@link #ownsFailure}. */
  private volatile boolean holderFailed;

  private Bias() {}

  static boolean isEnabled() {
    return BARRIER != null;
  }

  private static ProcessBarrier barrier() {
    return Objects.requireNonNull(BARRIER);
  }

  /** Enters by the promise, if there is one to this thread; or as any thread does, if nobody is the owner. */
  static boolean tryEnter(DrainState state) {
    Object seen = state.word();
    return seen == null
        ? state.tryEnterUnbiased()
        : seen instanceof Bias bias && bias.isVacantForThisThread() && bias.enter(state);
  }

  private boolean isVacantForThisThread() {
    return (long) VACANT_FOR.getOpaque(this) == ThreadNumber.ofThisThread();
  }

  private boolean enter(DrainState state) {
    try {
      VACANT_FOR.setOpaque(this, 0L); // opaque: what orders it is the barrier of who revokes
      ProcessBarrier.compilerOnly();
      return state.word() == this || claim();
    } catch (Throwable thrown) {
      fail(state);
      state.failure = thrown;
      throw thrown;
    }
  }

  static boolean tryExit(DrainState state) {
    return state.word() instanceof Bias bias ? bias.leave(state) : exit(state);
  }

  private boolean leave(DrainState state) {
    try {
      // Release: what the holder did inside happens-before what a thread does that claims.
      VACANT_FOR.setRelease(this, holder);
      ProcessBarrier.compilerOnly();
      return state.word() == this || !claim();
    } catch (Throwable thrown) {
      fail(state);
      throw thrown;
    }
  }

  private void fail(DrainState state) {
    vacantFor = 0;
    holderFailed = true;
    state.failedBias = this;
  }

  private static boolean exit(DrainState state) {
    return --state.exitsUntilCheck <= 0 ? check(state) : state.tryExitUnbiased();
  }

  /**
   * A thread that leaves at two checks in a row is presumed to have been alone in between. It may not have
   * been: to be wrong now and then, and ever less often, costs less than to know.
   */
  private static boolean check(DrainState state) {
    int interval = state.checkInterval == 0 ? FIRST_INTERVAL : state.checkInterval;
    long current = ThreadNumber.ofThisThread();
    boolean alone = current == state.threadAtLastCheck || interval == 0;
    state.threadAtLastCheck = current;
    if (alone && interval < MAX_INTERVAL) {
      interval = 2 * interval;
    }
    state.checkInterval = interval;
    state.exitsUntilCheck = interval;
    return alone ? state.replace(state, new Bias()) : state.tryExitUnbiased();
  }

  /** Something was taken: the thread is not alone. By the owner. */
  static void restartCount(DrainState state) {
    state.exitsUntilCheck = Math.max(state.checkInterval, FIRST_INTERVAL);
  }

  /**
   * Removes the promise, if there is one, by its holder inside. If another thread does so at this moment, it
   * finds the holder inside.
   */
  static void withdraw(DrainState state) {
    Object seen = state.word();
    if (seen instanceof Bias) {
      state.replace(seen, state);
    }
  }

  /** Returns whether the calling thread, which has taken this out of the word, is the owner now. */
  boolean revoke(DrainState state) {
    if (holder == ThreadNumber.ofThisThread()) {
      return isVacantForThisThread() && claim(); // a thread sees its own mark: no barrier
    }
    try {
      return claimIfVacant();
    } catch (Throwable thrown) {
      state.failedBias = this;
      throw thrown;
    }
  }

  private boolean claimIfVacant() {
    barrier().execute();
    return (long) VACANT_FOR.getAcquire(this) != 0 && claim();
  }

  private boolean claim() {
    return CLAIMED.compareAndSet(this, 0, 1);
  }

  /**
   * Returns whether the owner that failed was one, and who asks is in its place. A holder that could not find that
   * out has marked itself as inside for good; so it is the owner, unless a thread that revoked has claimed before.
   */
  static boolean ownsFailure(DrainState state) {
    Bias bias = state.failedBias;
    if (bias == null) {
      return true;
    }
    boolean owns = bias.holderFailed ? state.word() == bias || bias.claim() : bias.claimIfVacant();
    state.failedBias = null;
    return owns;
  }

  private static final VarHandle VACANT_FOR =
      Fields.handle(MethodHandles.lookup(), "vacantFor", long.class);

  private static final VarHandle CLAIMED =
      Fields.handle(MethodHandles.lookup(), "claimed", int.class);
}
