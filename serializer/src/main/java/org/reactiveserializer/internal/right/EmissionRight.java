package org.reactiveserializer.internal.right;

import org.jspecify.annotations.Nullable;

/**
 * Who may emit, and what was handed to whoever does: one word for both.
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
 *   <tr><th>state</th><th>value</th></tr>
 *   <tr><td>IDLE</td><td>{@code null}</td></tr>
 *   <tr><td>EMITTING</td><td>this object: somebody emits, nothing waits</td></tr>
 *   <tr><td>EMITTING_MORE</td><td>the youngest {@link Work} handed over; the older hangs on it</td></tr>
 *   <tr><td>CLOSED</td><td>{@link #CLOSED}</td></tr>
 * </table>
 *
 * <p>A stack whose consumer takes all of it at once (Treiber 1986, "Systems Programming: Coping
 * with Parallelism", with the pop replaced by a swap). So a node is either not in the list or wholly
 * linked: there is no half-done {@code push} that an emitter could stumble over or would have to
 * wait for. And because the head <em>is</em> the word, the one instruction that publishes work also
 * tells the emitter of it.
 *
 * <p><b>Invariants</b>
 *
 * <ol>
 *   <li>At most one thread is the owner: between a transition out of IDLE and the next {@code
 *       tryExit} that succeeds, or {@code closeWord}.
 *   <li>Every transition is a volatile read-modify-write of the one word (but for {@code enterUnshared}, which
 *       comes before the word is known to a second thread). So they are totally
 *       ordered, each owner happens-before the next, and what a thread wrote before {@code push} or
 *       {@code signalOwner} happens-before the pass that it asked for.
 *   <li>{@code tryExit} succeeds only from EMITTING, so that nobody leaves while work waits.
 *   <li>Who calls {@code signalOwner} and finds EMITTING_MORE has nothing to write, <em>provided</em>
 *       that it published its cause by a volatile write before, and that the owner takes before it
 *       looks for causes ({@link EmissionLoop} sees to it): the read that found EMITTING_MORE
 *       precedes the take that ends it, so the look comes after the write.
 *   <li>CLOSED is final. Work is in the list that {@code closeWord} returns, or was taken before, or
 *       was refused: never two of these, never none.
 * </ol>
 *
 * <p><b>Non-invariants</b>
 *
 * <ol>
 *   <li>EMITTING does not mean that a thread is running: it may be descheduled in the middle of the
 *       downstream's {@code onNext}.
 *   <li>IDLE does not mean that no thread is in the middle of {@code push}.
 *   <li>EMITTING_MORE does not mean that items wait: {@code signalOwner} puts a node without content.
 * </ol>
 *
 * <p><b>Progress</b>: {@code enter}, {@code tryExit}, {@code take} and {@code closeWord} are
 * wait-free, {@code push} and {@code signalOwner} lock-free: a {@code compareAndSet} fails only because
 * another thread's succeeded.
 *
 * <p>The value of EMITTING is this object, and not some constant, for the sake of the garbage
 * collector: G1's write barrier is cheap for a reference within a region, and costs a memory fence
 * for one from an old region to another. {@code null} for IDLE needs no barrier at all.
 *
 * <p>Not final, and its steps are not private, so that a stress test can break one of them and see
 * that it notices. The names of its steps are such that no framework takes one for a call of its own: operators inherit
 * them, and a container that destroys a bean calls a public {@code close()} of its class.
 */
public class EmissionRight extends ContendedCell {
  private static final @Nullable Object IDLE = null;
  private static final Object CLOSED = new Object();

  /**
   * What {@code signalOwner} leaves. One for all, since it is never written and always at the bottom; that
   * it may come back between a look and a {@code compareAndSet} does not matter, it means the same.
   */
  static final Work MORE = new Nothing();

  /**
   * A promise of which it was not found out whose the right is after it, for want of stack: written by
   * a bare store, which needs none. Who hands over or signals next finds it out.
   */
  protected volatile @Nullable Object undecidedPromise;

  /** Creates a right that nobody holds. */
  public EmissionRight() {}

  /**
   * IDLE → EMITTING. The caller that gets something is the owner, and owes an exit: by what it got,
   * or by the other one. It gets {@code null} if somebody else is the owner.
   */
  public @Nullable Object enter() {
    // The look first: a compareAndSet that fails takes the line from the owner all the same.
    return get() == IDLE && compareAndSet(IDLE, this) ? this : null;
  }

  /** IDLE → EMITTING, by whoever has just created this: no other thread knows of it. */
  public final void enterUnshared() {
    setUnshared(this);
  }

  /** Tells whether promises are made: see {@link BiasedRight}. A constant of the class, which the compiler folds. */
  public boolean isBiased() {
    return false;
  }

  /**
   * As {@link #enter}, but only by the way that nearly all go in this process: so that this way stands alone in what
   * the compiler makes of the caller. If this is {@linkplain #isBiased biased}, that is the promise, and whoever gets
   * {@code null} is to try {@link #enter}.
   */
  public @Nullable Object enterFast() {
    return enter();
  }

  /** As {@link #enter}, to leave by the other exit. */
  public final boolean tryEnter() {
    return enter() != null;
  }

  /**
   * EMITTING → IDLE, by the owner. Returns {@code false} if the caller still is the owner, since
   * work was handed over meanwhile.
   */
  public boolean tryExit() {
    return compareAndSet(this, IDLE) || isClosed();
  }

  /**
   * As the other exit, by an owner that took nothing since it got {@code entry} from {@link #enter}.
   */
  public boolean tryExit(Object entry) {
    return tryExit();
  }

  /** Hands {@code work} to the owner, whoever that is: perhaps the caller from now on. */
  public Handover push(Work work) {
    for (; ; ) {
      Object word = get();
      if (word == CLOSED) {
        return Handover.REFUSED;
      }
      work.putOn(word instanceof Work youngest ? youngest : null);
      if (compareAndSet(word, work)) {
        if (word == IDLE) {
          return Handover.ENTERED;
        }
        Object promise = word == this || word instanceof Work ? undecidedPromise : word;
        if (promise == null) {
          return Handover.HANDED_OVER;
        }
        try {
          return claimRevoked(promise) ? Handover.ENTERED : Handover.HANDED_OVER;
        } catch (Throwable thrown) {
          undecidedPromise = promise; // the work is in the list, so no exception
          return Handover.HANDED_OVER;
        }
      }
      Thread.onSpinWait(); // another thread got ahead; so the system as a whole did
    }
  }

  /**
   * Asks for a pass. The cause must have been published by a volatile write. Returns {@code true}
   * if nobody was emitting: then the caller is the owner, and owes the pass itself.
   */
  public boolean signalOwner() {
    for (; ; ) {
      Object word = get();
      if (word == CLOSED) {
        return false; // nothing is left to be asked for
      }
      boolean more = word instanceof Work;
      if (more || compareAndSet(word, word == IDLE ? this : MORE)) { // more: invariant 4
        if (word == IDLE) {
          return true;
        }
        Object promise = more || word == this ? undecidedPromise : word;
        if (promise == null) {
          return false;
        }
        try {
          return claimRevoked(promise);
        } catch (Throwable thrown) {
          undecidedPromise = promise;
          return false;
        }
      }
    }
  }

  /**
   * Tells who took {@code promise} out of the word, or found it {@link #undecidedPromise}, whether the right
   * is its own by that. There are no promises but in a {@link BiasedRight}.
   */
  protected boolean claimRevoked(Object promise) {
    return false;
  }

  /** Tells whether a promise was taken out, and its right perhaps left to nobody: see {@link #undecidedPromise}. */
  public final boolean hasUndecidedPromise() {
    return undecidedPromise != null;
  }

  /** Withdraws the promise, if there is one, by its owner from inside, who is to hand the right on. */
  protected void withdraw() {}

  /** EMITTING_MORE → EMITTING, by the owner. Returns all that was handed over, youngest first. */
  public @Nullable Work take() {
    if (hasWork() && getAndSet(this) instanceof Work youngest) {
      taken = youngest; // until the owner has put it where it is found, lest the stack end in between
      count(youngest);
      return youngest;
    }
    return null;
  }

  /** Any state of ownership → CLOSED, by the owner. Returns what was left, youngest first. */
  public @Nullable Work closeWord() {
    if (getAndSet(CLOSED) instanceof Work youngest) {
      taken = youngest;
      count(youngest);
      return youngest;
    }
    return null;
  }

  /**
   * To CLOSED as by {@link #closeWord}, by the owner, unless work was handed over: {@code false} then. What
   * was only signalled does not matter any more. Fails at most as often as work is handed over, and
   * changes are signalled for the first time.
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

  /** Returns the last work that was handed over and not yet taken, if any: a hint. */
  public final @Nullable Work youngest() {
    return get() instanceof Work youngest ? youngest : null;
  }

  /** Tells whether nobody emits, or, by a promise, at most a thread that has been alone: a hint. */
  public final boolean isVacant() {
    Object word = get();
    return word != this && word != CLOSED && !(word instanceof Work);
  }

  /** Tells whether work waits to be taken. Exact for the owner, a hint for others. */
  public final boolean hasWork() {
    return get() instanceof Work;
  }

  /** Tells whether {@link #closeWord} was called. */
  public final boolean isClosed() {
    return get() == CLOSED;
  }

  /** Notes, by the owner, that an item of what it took is about to be delivered or discarded. */
  public final void countFinished() {
    setCounterOpaque(counterOpaque() - 1);
  }

  /** Notes, by the owner, that {@code n} items more wait. */
  public final void countWaiting(int n) {
    setCounterOpaque(counterOpaque() + n);
  }

  /**
   * Returns how many items wait, to be taken or to be dealt with, in constant time. A snapshot that
   * may count twice, or leave out, what is being taken at this moment. (At the end of the stack an item
   * may be noted as finished twice.)
   */
  public final int itemsWaiting() {
    return Math.max(0, Work.count(youngest()) + counterOpaque());
  }

  /** Returns how many items wait that the owner has taken. By the owner, of its own note only. */
  public final int waitingTaken() {
    return counterOpaque();
  }

  /** Notes, by the owner, that {@code n} more items were delivered. */
  public final void countDelivered(int n) {
    setDeliveredOpaque(deliveredOpaque() + n);
  }

  private void count(Work youngest) {
    setCounterOpaque(counterOpaque() + Work.count(youngest));
  }

  /** Work without content. */
  private static final class Nothing extends Work {
    @Override
    protected int size() {
      return 0;
    }
  }
}
