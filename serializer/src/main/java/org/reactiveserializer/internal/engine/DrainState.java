package org.reactiveserializer.internal.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Who may deliver, and the list of what was handed over to the owner: both in one word.
 *
 * <pre>
 *            tryEnter             push, signal
 *    IDLE ─────────────► EMITTING ─────────────► EMITTING_MORE ─┐ push: one node more
 *     │  ◄─────────────     │  ▲                   ▲  │    ▲    │ signal: nothing to write
 *     │      tryExit        │  └────── take ───────┼──┘    └────┘
 *     │                     │                      │
 *     └─────────────────────┼──── push ────────────┘
 *  signal: as tryEnter      │ close                close: also from EMITTING_MORE
 *                           ▼
 *                        CLOSED   nothing leaves it
 * </pre>
 *
 * <p>The word is a reference: {@code null} (IDLE: nobody is the owner), this object (EMITTING: a
 * thread is the owner, and the list is empty), the youngest {@link Node} of the list (EMITTING_MORE),
 * or {@link #CLOSED}. In biased mode it may also be a {@link Bias}.
 *
 * <p>The list is a stack (Treiber 1986, "Systems Programming: Coping with Parallelism") whose
 * consumer swaps out all of it at once. So a node is either not in the list or completely linked: an
 * owner never meets a half-done {@code push} that it would have to wait for. The head of the list
 * <em>is</em> the word, so the one instruction that publishes a node also keeps the owner from
 * leaving.
 *
 * <p><b>Invariants</b>
 *
 * <ol>
 *   <li>There is at most one owner. Ownership begins with a transition out of IDLE and ends with the
 *       next successful {@code tryExit} or with {@code close}.
 *   <li>Every transition is a volatile read-modify-write of the one word. So the transitions are
 *       totally ordered, each owner happens-before the next, and what a thread wrote before {@code
 *       push} or {@code signal} happens-before the pass that it requested.
 *   <li>{@code tryExit} succeeds only from EMITTING, so no owner leaves anything in the list.
 *   <li>A signal that finds EMITTING_MORE need not write anything, <em>provided</em> that its caller
 *       published the cause by a volatile write before, and that the owner takes the list before it
 *       looks for causes. The read that found EMITTING_MORE precedes the take that ends this state, so
 *       the look comes after the write.
 *   <li>CLOSED is final. Each node was taken before, is in the list that {@code close} returns, or was
 *       refused: exactly one of these.
 * </ol>
 *
 * <p><b>Non-invariants</b>
 *
 * <ol>
 *   <li>EMITTING does not mean that the owner runs: it may be off its processor, in the downstream.
 *   <li>IDLE does not mean that no thread is in the middle of {@code push}.
 *   <li>EMITTING_MORE does not mean that items wait: {@code signal} adds a node without items.
 * </ol>
 *
 * <p><b>Progress.</b> {@code push} and {@code signal} are lock-free: a {@code compareAndSet} fails
 * only because that of another thread succeeded. The other steps are wait-free.
 *
 * <p>EMITTING is this object and not a constant because of garbage collectors: G1's write barrier is
 * cheap for a reference within a region, and costs a memory fence for one from an old region to
 * another. {@code null} needs no barrier at all.
 */
abstract class DrainState extends Notes {
  private static final @Nullable Object IDLE = null;
  private static final Object CLOSED = new Object();

  /**
   * The node that a signal adds. It is never written and always the oldest, so all streams share it.
   * It may come back between a read and a {@code compareAndSet} (ABA): it means the same then.
   */
  static final Node MORE = Node.event(Source.ONLY);

  /** Whether this process is in biased mode. A constant: the compiler drops the way not taken. */
  static final boolean BIASED = Bias.isEnabled();

  /**
   * IDLE → EMITTING. Returns false if there is an owner, or a promise to another thread; otherwise the caller is the
   * owner, and owes a {@link #tryExit}.
   */
  final boolean tryEnter() {
    return BIASED ? Bias.tryEnter(this) : tryEnterUnbiased();
  }

  /** As {@link #tryEnter}, where there is no promise. */
  final boolean tryEnterUnbiased() {
    return WORD.compareAndSet(this, IDLE, this);
  }

  /** EMITTING → IDLE. Returns false if something was handed over: then the caller remains the owner. */
  final boolean tryExit() {
    return BIASED ? Bias.tryExit(this) : tryExitUnbiased();
  }

  /** As {@link #tryExit}, by an owner without a bias. */
  final boolean tryExitUnbiased() {
    return WORD.compareAndSet(this, this, IDLE);
  }

  /**
   * Puts {@code next} in place of {@code seen}. Returns false if the word has changed.
   */
  final boolean replace(@Nullable Object seen, Object next) {
    return WORD.compareAndSet(this, seen, next);
  }

  /** Returns whether the caller, which has replaced {@code seen}, is the owner now. */
  final boolean isOwnerAfter(@Nullable Object seen) {
    return seen == IDLE || (BIASED && seen instanceof Bias bias && bias.revoke(this));
  }

  /**
   * EMITTING_MORE → EMITTING, by the owner. Returns the list, youngest first; null if there is
   * none.
   */
  final @Nullable Node take() {
    if (!(word instanceof Node)) {
      return null;
    }
    if (BIASED) {
      Bias.restartCount(this);
    }
    return listOf(WORD.getAndSet(this, this));
  }

  /** Any state → CLOSED, by the owner. Returns the list as {@link #take} does. */
  final @Nullable Node close() {
    return listOf(WORD.getAndSet(this, CLOSED));
  }

  /** EMITTING → CLOSED, by the owner. Returns false if something was handed over or signalled. */
  final boolean tryClose() {
    if (BIASED) {
      Bias.withdraw(this);
    }
    return WORD.compareAndSet(this, this, CLOSED);
  }

  /**
   * What was thrown to an owner, which could not finish. It owns the word still: whoever takes this ends the stream
   * in its place. Stored by a bare store in the method that entered, since a call would need stack.
   */
  @SuppressWarnings("unused") // through the VarHandle
  volatile @Nullable Throwable failure;

  /** In biased mode: by which bias the owner that failed was one, perhaps. */
  volatile @Nullable Bias failedBias;

  /** Takes {@link #failure}. */
  final @Nullable Throwable takeFailure() {
    return (Throwable) FAILURE.getAndSet(this, (Throwable) null);
  }

  private static @Nullable Node listOf(@Nullable Object last) {
    return last instanceof Node youngest ? youngest : null;
  }

  /** Returns the word. A hint, unless the caller is the owner. */
  final @Nullable Object word() {
    return word;
  }

  /** Returns whether a thread that hands over or signals now might become the owner. A hint. */
  static boolean isVacant(@Nullable Object seen) {
    return seen == IDLE || isPromised(seen);
  }

  /** Returns whether one thread may enter by a promise, and another one only by revoking it. */
  static boolean isPromised(@Nullable Object seen) {
    return BIASED && seen instanceof Bias;
  }

  final boolean isVacant() {
    return isVacant(word);
  }

  static boolean isClosed(@Nullable Object seen) {
    return seen == CLOSED;
  }

  /** Returns whether the word was closed. */
  protected final boolean isClosed() {
    return word == CLOSED;
  }

  // The owner's notes.

  /** Returns how many items were delivered, perhaps a few less. By any thread. */
  protected final long delivered() {
    return (long) DELIVERED.getOpaque(this);
  }

  /** Counts one more item as delivered. By the owner, before it is delivered: the downstream may look. */
  final void countDelivered() {
    DELIVERED.setOpaque(this, delivered + 1);
  }

  /** Notes which thread is the owner, {@link #NOBODY} when it is about to leave. By the owner. */
  final void setOwner(long thread) {
    OWNER.setOpaque(this, thread);
  }

  static final long NOBODY = 0;

  /**
   * Returns whether this thread is the owner, inside the downstream or a hook of an item; exact, since no other thread
   * writes the number of this one. Opaque is enough for that.
   */
  protected final boolean isOwnedByThisThread() {
    return (long) OWNER.getOpaque(this) == ThreadNumber.ofThisThread();
  }

  private static final VarHandle WORD =
      Fields.handle(MethodHandles.lookup(), Word.class, "word", Object.class);
  private static final VarHandle FAILURE =
      Fields.handle(MethodHandles.lookup(), "failure", Throwable.class);
  private static final VarHandle DELIVERED =
      Fields.handle(MethodHandles.lookup(), Notes.class, "delivered", long.class);
  private static final VarHandle OWNER =
      Fields.handle(MethodHandles.lookup(), Notes.class, "owner", long.class);
}

/**
 * The reference that all threads contend for, behind 64 bytes: so no object that lies before this one shares its
 * cache line, such as a user's subscriber, which writes with every item. HotSpot puts references behind numbers
 * of the same class, but only the order of classes fixes the order of numbers. It moves a field of a subclass
 * into a gap of its superclass, such as the four bytes behind a compressed class pointer: each {@code int} fills
 * one. A test checks the layout.
 */
abstract class Word {
  @SuppressWarnings("unused")
  int gap1;

  @SuppressWarnings("unused")
  long p0, p1, p2, p3, p4, p5, p6, p7;

  volatile @Nullable Object word;
}

abstract class MiddlePadding extends Word {
  @SuppressWarnings("unused")
  int gap2;

  @SuppressWarnings("unused")
  long q0, q1, q2, q3, q4, q5, q6, q7;
}

/**
 * What only the owner writes. Each owner happens-before the next; others read opaquely, as a hint.
 * What all producers read (the room, the end) lies 64 bytes behind the first two, which an owner
 * writes with each item that others have left.
 */
abstract class Notes extends MiddlePadding {
  /** How many items the owner may still deliver for others. */
  long allowance;

  /** How many items were delivered. */
  long delivered;

  /** The number of the thread that is the owner, as far as it has noted that. */
  @SuppressWarnings("unused") // through the VarHandle
  long owner;

  /** Up to which count of delivered items there is demand, as far as the owner has looked. */
  long granted;

  /** In biased mode: who left at the last check whether a thread is alone. */
  long threadAtLastCheck;

  /** In biased mode: how many exits there are until the next check. */
  int exitsUntilCheck;

  /** In biased mode: how many exits from one check to the next. */
  int checkInterval;
}
