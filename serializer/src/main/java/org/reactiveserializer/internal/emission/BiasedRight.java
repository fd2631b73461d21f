package org.reactiveserializer.internal.emission;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.barrier.ProcessBarrier;

/**
 * A right that costs the thread that nearly always has it no atomic instruction: after a long
 * streak of its own the word holds a {@link Bias}, a promise to that thread.
 *
 * <pre>
 *   EMITTING ── tryExit, after a long streak ───► PROMISED        a new promise
 *   PROMISED ── enter, tryExit, by its owner ───► PROMISED        plain stores: inside, outside
 *   PROMISED ── hand, signal, by anyone ────────► EMITTING_MORE   the promise is over
 *   PROMISED ── close, by its owner inside ─────► CLOSED
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
  private static final int PATIENCE =
      Integer.getInteger("org.reactiveserializer.bias.patience", 1 << 10);

  /** So that a revocation costs less than a percent of the streak before it, however often. */
  private static final int MOST_PATIENCE = 1 << 16;

  private final ProcessBarrier barrier;

  // How long a streak must be. Written by the owner of the right.
  private int patience;

  /**
   * Creates a right that nobody holds.
   *
   * @param patience how many entries of one thread in a row, with nothing handed over, earn it the
   *     first promise; each further one takes twice as many as the one before
   */
  public BiasedRight(ProcessBarrier barrier, int patience) {
    this.barrier = barrier;
    this.patience = patience;
  }

  /** Creates a right that nobody holds, with the patience that pays. */
  static EmissionRight patient(ProcessBarrier barrier) {
    return new BiasedRight(barrier, PATIENCE);
  }

  @Override
  public @Nullable Object enter() {
    if (get() instanceof Bias bias) {
      return bias.isVacantForThisThread() ? enterBy(bias) : null;
    }
    Object entry = super.enter();
    if (entry != null) {
      count();
    }
    return entry;
  }

  /**
   * Enters by the promise, by its owner from outside. Who claimed already must not leave by the
   * promise, which would be to claim again.
   */
  protected @Nullable Object enterBy(Bias bias) {
    bias.enter();
    if (get() == bias) {
      return bias;
    }
    return bias.claim() ? this : null;
  }

  private void count() {
    long number = ThreadNumber.ofThisThread();
    if (number == winner) {
      streak++;
    } else {
      winner = number;
      streak = 0;
    }
  }

  @Override
  public boolean tryExit(Object entry) {
    return entry instanceof Bias bias ? leaveBy(bias) : tryExit();
  }

  @Override
  public boolean tryExit() {
    if (get() instanceof Bias bias) {
      return leaveBy(bias);
    }
    return streak < patience ? super.tryExit() : promise();
  }

  /** Leaves by the promise, by its owner from inside. */
  protected boolean leaveBy(Bias bias) {
    bias.leave();
    return get() == bias || !bias.claim() || isClosed();
  }

  /** EMITTING → PROMISED, in place of an exit. */
  private boolean promise() {
    streak = 0;
    if (patience < MOST_PATIENCE) {
      patience = 2 * patience;
    }
    return compareAndSet(this, new Bias()) || isClosed();
  }

  @Override
  public boolean signal() {
    // Its owner keeps the promise. Others, and the owner when inside, end it.
    return (get() instanceof Bias && tryEnter()) || super.signal();
  }

  @Override
  protected boolean inherits(@Nullable Object word) {
    return word instanceof Bias bias ? revoke(bias) : super.inherits(word);
  }

  private boolean revoke(Bias bias) {
    if (bias.isOfThisThread()) {
      return bias.isVacantForThisThread();
    }
    barrier.execute();
    return bias.claimIfVacant();
  }

  @Override
  public @Nullable Work take() {
    Work youngest = super.take();
    if (youngest != null) {
      streak = 0;
    }
    return youngest;
  }
}
