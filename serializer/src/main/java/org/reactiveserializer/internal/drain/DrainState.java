package org.reactiveserializer.internal.drain;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Who may deliver, and the list of work handed over to its owner: both in one word.
 *
 * <pre>
 *            enter               push, signalOwner
 *    IDLE ─────────────► EMITTING ─────────────────► EMITTING_MORE ─┐ push: one node more
 *     │  ◄───────────────   │  ▲                       ▲  │    ▲    │ signalOwner: nothing to write
 *     │       tryExit       │  └───────── take ────────┼──┘    └────┘
 *     │                     │                          │
 *     └─────────────────────┼──── push (ENTERED) ──────┘
 *  signalOwner: as enter    │ closeWord              closeWord: also from EMITTING_MORE
 *                           ▼
 *                         CLOSED   nothing leaves it
 * </pre>
 *
 * <p>The word is a reference:
 *
 * <table>
 *   <caption>States</caption>
 *   <tr><td>IDLE</td><td>{@code null}: nobody has ownership</td></tr>
 *   <tr><td>EMITTING</td><td>this object: a thread is the owner, and the list is empty</td></tr>
 *   <tr><td>EMITTING_MORE</td>
 *       <td>the youngest {@link Work} in the list; older work is linked to it</td></tr>
 *   <tr><td>CLOSED</td><td>{@link #CLOSED}</td></tr>
 * </table>
 *
 * <p>The list is a stack (Treiber 1986, "Systems Programming: Coping with Parallelism") whose
 * consumer swaps out all of it at once instead of popping nodes. So a node is either not in the
 * list or completely linked: an owner never meets a half-done {@code push} that it would have to
 * wait for. The head of the list <em>is</em> the word, so the one instruction that publishes work
 * also keeps the owner from leaving.
 *
 * <p><b>Invariants</b>
 *
 * <ol>
 *   <li>There is at most one owner. Ownership begins with a transition out of IDLE and ends with
 *       the next successful {@code tryExit} or with {@code closeWord}.
 *   <li>Every transition is a volatile read-modify-write of the one word, except
 *       {@code enterUnshared}, which comes before a second thread knows the word. So the
 *       transitions are totally ordered, each owner happens-before the next, and what a thread
 *       wrote before {@code push} or {@code signalOwner} happens-before the pass that it requested.
 *   <li>{@code tryExit} succeeds only from EMITTING, so no owner leaves work in the list.
 *   <li>A {@code signalOwner} that finds EMITTING_MORE need not write anything, <em>provided</em>
 *       that its caller published the cause by a volatile write before, and that the owner takes
 *       the list before it looks for causes ({@link DrainLoop} does). The read that found
 *       EMITTING_MORE precedes the take that ends this state, so the look comes after the write.
 *   <li>CLOSED is final. Each piece of work was taken before, is in the list that {@code closeWord}
 *       returns, or was refused: exactly one of these.
 * </ol>
 *
 * <p><b>Non-invariants</b>
 *
 * <ol>
 *   <li>EMITTING does not mean that the owner runs: it may be descheduled in the downstream's
 *       {@code onNext}.
 *   <li>IDLE does not mean that no thread is in the middle of {@code push}.
 *   <li>EMITTING_MORE does not mean that items wait: {@code signalOwner} adds a node without items.
 * </ol>
 *
 * <p><b>Progress.</b> {@code push} and {@code signalOwner} are lock-free: a {@code compareAndSet}
 * fails only because that of another thread succeeded. The other steps are wait-free.
 *
 * <p>The value of EMITTING is this object and not a constant because of garbage collectors: G1's
 * write barrier is cheap for a reference within a region, and costs a memory fence for a reference
 * from an old region to another one. {@code null} for IDLE needs no barrier at all.
 *
 * <p>The steps are not private, so that a stress test can break a step and see that it notices.
 */
public class DrainState extends ContendedCell {
  private static final @Nullable Object IDLE = null;
  private static final Object CLOSED = new Object();

  /**
   * The node that {@code signalOwner} adds. It is never written and always the oldest, so all
   * drain states share it. It may come back between a read and a {@code compareAndSet} (ABA): it means
   * the same then.
   */
  static final Work MORE = new NoItems();

  // A hint, which may be wrong: see expectOwner.
  private boolean ownerExpected;

  /**
   * What a thread left behind that was out of stack space or memory, and so could not do what it
   * had to: the only such note. It is written by a bare store in the method that failed, since a
   * call would need stack. The next thread that hands over or signals takes it and acts on it (see
   * {@link DrainLoop#continueForOthers}):
   *
   * <ul>
   *   <li>{@link #PASSES}: an owner left, and work may wait. That thread is the owner now.
   *   <li>a {@link Throwable}: an owner left that had to end the emission because of this. That
   *       thread ends it.
   *   <li>a {@link HandoffTask}: no stack was left to run this task. That thread claims it.
   * </ul>
   *
   * In each case no other thread can become the owner until then, or there is nothing to do.
   */
  public volatile @Nullable Object left;

  /** See {@link #left}. */
  public static final Object PASSES = new Object();

  /** Creates a drain state that nobody has. */
  public DrainState() {}

  /**
   * IDLE → EMITTING. Returns null if there is an owner; otherwise the caller is, and owes an exit.
   */
  public @Nullable Object enter() {
    if (ownerExpected) {
      if (get() != IDLE) {
        return null;
      }
      ownerExpected = false;
    }
    return compareAndSet(IDLE, this) ? this : null;
  }

  /**
   * Notes that this thread left an item to an owner without changing the word. While that is noted,
   * {@link #enter} reads the word first. A {@code compareAndSet} that fails would take the cache
   * line from the other threads for nothing. In other cases it is not for nothing if it fails,
   * since {@link #push} needs the line; and to read first costs a thread that is alone some 2 ns
   * per item (decision 17).
   */
  public final void expectOwner() {
    if (!ownerExpected) { // a cache line that all producers read
      ownerExpected = true;
    }
  }

  /** IDLE → EMITTING, by the thread that has just created this: no other thread knows of it. */
  public final void enterUnshared() {
    setUnshared(this);
  }

  /** Returns whether {@link BiasedState promises} are made. */
  public boolean isBiased() {
    return false;
  }

  /**
   * As {@link #enter}, but tries only the way that nearly all calls take in this process, so that
   * only this way is compiled into the caller. If this is {@linkplain #isBiased biased}, it is the
   * way by the promise, and a caller that gets null must then try {@link #enter}.
   */
  public @Nullable Object enterFast() {
    return enter();
  }

  /** As {@link #enter}, to be followed by {@link #tryExit()}. */
  public final boolean tryEnter() {
    return enter() != null;
  }

  /**
   * EMITTING → IDLE, by the owner. Returns false if there is work: then the caller remains the
   * owner.
   */
  public boolean tryExit() {
    return compareAndSet(this, IDLE) || isClosed(); // CLOSED needs no exit
  }

  /** As {@link #tryExit()}, by an owner that has taken no work since it got {@code entry}. */
  public boolean tryExit(Object entry) {
    return tryExit();
  }

  /**
   * Hands {@code work} over to the owner: this may be the caller from now on. If there is an owner,
   * one instruction does everything, and nothing that could fail follows it.
   */
  public Handover push(Work work) {
    for (; ; ) {
      Object word = get();
      if (word == CLOSED) {
        return Handover.REFUSED;
      }
      work.linkTo(word instanceof Work youngest ? youngest : null);
      if (word != this && work.next == null) {
        StackRoom.ensureInside(); // the caller will be the owner, or revoke a promise
      }
      if (compareAndSet(word, work)) {
        return isOwnerAfter(word) ? Handover.ENTERED : Handover.HANDED_OVER;
      }
      Thread.onSpinWait(); // another thread made progress
    }
  }

  /**
   * Requests a pass. The caller must have published the cause by a volatile write. Returns true if
   * there was no owner: then the caller is the owner and must make the pass itself.
   */
  public boolean signalOwner() {
    for (; ; ) {
      Object word = get();
      if (word == CLOSED) {
        return false; // there will be no more passes
      }
      boolean more = word instanceof Work;
      if (more) {
        expectOwner();
      }
      if (!more && word != this) {
        StackRoom.ensureInside(); // the caller will be the owner, or revoke a promise
      }
      if (more || compareAndSet(word, word == IDLE ? this : MORE)) { // more: invariant 4
        return isOwnerAfter(word);
      }
    }
  }

  /** Returns whether the caller, which has replaced {@code word}, is the owner now. */
  private boolean isOwnerAfter(@Nullable Object word) {
    // A word that is no state of this class is a promise: the caller has revoked it.
    return word == null || (word != this && !(word instanceof Work) && claimRevoked(word));
  }

  /**
   * Returns whether the caller is the owner now, after it revoked {@code promise}. Only a {@link
   * BiasedState} makes promises.
   */
  protected boolean claimRevoked(Object promise) {
    return false;
  }

  /** Takes what a thread {@link #left}. */
  final @Nullable Object takeLeft() {
    return LEFT.getAndSet(this, (Object) null);
  }

  /**
   * Returns whether a thread did not find out whether it is the owner by a {@link Bias}. Then {@link
   * #claimUndecided} must be called.
   */
  protected boolean isUndecided() {
    return false;
  }

  /** Decides who is the owner after that. Returns whether it is the calling thread. */
  protected boolean claimUndecided() {
    return false;
  }

  /** Removes the promise, if there is one. By its owner, inside, before it transfers ownership. */
  protected void withdraw() {}

  /**
   * EMITTING_MORE → EMITTING, by the owner. Returns the list, youngest first; null without work or
   * signal.
   */
  public @Nullable Work take() {
    return hasWork() && getAndSet(this) instanceof Work youngest ? youngest : null;
  }

  /** Any state → CLOSED, by the owner. Returns the list as {@link #take} does. */
  public @Nullable Work closeWord() {
    return getAndSet(CLOSED) instanceof Work youngest ? youngest : null;
  }

  /**
   * As {@link #closeWord}, by the owner, but returns false if work was handed over. A mere signal
   * does not prevent it. Retries only after a hand-over, or after the first signal since the last
   * take.
   */
  public boolean tryCloseWord() {
    for (; ; ) {
      Object word = get();
      if (word instanceof Work && word != MORE) {
        return false;
      }
      if (compareAndSet(word, CLOSED)) {
        return true;
      }
    }
  }

  /**
   * Returns the work that was handed over last and is not taken yet; null if there is none. A hint.
   */
  public @Nullable Work youngest() {
    return get() instanceof Work youngest ? youngest : null;
  }

  /** Returns whether nobody is the owner, and no thread has a promise. A hint. */
  final boolean isIdle() {
    return get() == IDLE;
  }

  /** Returns whether there is an owner, and nothing is handed over to it. A hint. */
  final boolean isEmitting() {
    return get() == this;
  }

  /** Returns whether nobody is the owner, except perhaps a thread that has a promise. A hint. */
  public final boolean isVacant() {
    Object word = get();
    return word != this && word != CLOSED && !(word instanceof Work);
  }

  /** Returns whether work waits to be taken. Exact for the owner, a hint for others. */
  public final boolean hasWork() {
    return get() instanceof Work;
  }

  /** Returns whether the word was closed. */
  public final boolean isClosed() {
    return get() == CLOSED;
  }

  /**
   * Counts one of the taken items as finished: it is about to be delivered or discarded. By the
   * owner.
   */
  public final void countFinished() {
    setCounterOpaque(counterOpaque() - 1);
  }

  /** Counts {@code n} more items that wait, which the owner has taken. By the owner. */
  public final void countWaiting(int n) {
    setCounterOpaque(counterOpaque() + n);
  }

  /**
   * Returns how many items wait, in the list or taken, in constant time. A snapshot, which may
   * count twice or leave out what is being taken at this moment.
   */
  public final int itemsWaiting() {
    return Math.max(0, Work.count(youngest()) + counterOpaque());
  }

  /** Returns how many of the taken items wait. By the owner: it reads only what the owner wrote. */
  public final int waitingTaken() {
    return counterOpaque();
  }

  private static final class NoItems extends Work {
    @Override
    protected int size() {
      return 0;
    }
  }

  private static final VarHandle LEFT =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "left", VarHandle.class, DrainState.class, Object.class);
}
