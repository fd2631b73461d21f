package org.reactiveserializer.calls.internal;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Collection;
import java.util.Collections;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * A live key: a mailbox that any number of threads fill, and that one at a time empties, its owner. One word says
 * who that is (the phase), and how much was announced: items, and those who wait for room.
 *
 * <pre>
 *             signal          claim, by a worker          a stage was returned
 *   IDLE ─────────────► READY ───────────────► RUNNING ─────────────────► CALLING ──────► STAGED
 *   ▲ ▲ │                 ▲                    │ │ ▲ ▲                       │               │
 *   │ │ │                 └── end of a turn ───┘ │ │ └── it is complete ─────┴───────────────┘
 *   │ └─┼── nothing here, and something to come ─┤ │
 * new   └──────────── it is here ────────────────┼─┘         abandon: from IDLE, READY, STAGED to RUNNING
 *                                                └── nothing here or to come ──► CLOSED
 * </pre>
 *
 * <p><b>Invariants</b>
 *
 * <ol>
 *   <li>Each change of the phase is one {@code compareAndSet} of the word. RUNNING and CALLING have one owner, the
 *       thread that brought the phase about; STAGED belongs to the stage of a handler; IDLE and READY to nobody.
 *   <li>While READY, this is in the queue of the scheduler once: the thread that brought READY about adds it, and
 *       whoever removes it ends READY. (After {@code abandon}, an entry may be left over: it claims nothing.)
 *   <li>What is left here is announced first, in the word, which fails if there is no room, and if this is CLOSED. The
 *       announcement is withdrawn only when the thing is removed, or will not come. So no more items wait than the
 *       bound says, and while anybody waits for room, no item is announced.
 *   <li>CLOSED replaces only a word without announcements. It is final. So nothing is left in a closed queue.
 *   <li>Who leaves something here looks at the phase after that, and makes IDLE READY. An owner that finds nothing
 *       brings IDLE about, and looks here after that. So one of the two sees the other.
 * </ol>
 *
 * <p><b>Not invariants.</b> An announced item need not be here: its thread may stand still before it leaves it. A READY
 * key may have nothing.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the items
 */
final class KeyQueue<K, T> {
  // Phases.
  static final int IDLE = 0;
  static final int READY = 1;
  static final int RUNNING = 2;
  static final int CALLING = 3;
  static final int STAGED = 4;
  static final int CLOSED = 5;

  // The word has the phase, above it the number of items, and above that of those who wait.
  private static final long PHASE = 7;
  static final long ITEM = PHASE + 1;
  static final long WAITER = ITEM << Integer.SIZE;

  /** What becomes of an announcement. */
  enum Answer {
    ANNOUNCED,
    FULL,
    CLOSED
  }

  /** An item, linked to the one before it; when the owner has taken it, to the one after it. */
  static final class Node<T> {
    final T item;
    private @Nullable Node<T> next;

    Node(T item) {
      this.item = item;
    }
  }

  final K key;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile long word;

  // The item that was left last.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile @Nullable Node<T> youngest;

  // What the owner has taken, in order.
  private @Nullable Node<T> oldest;

  private volatile @Nullable ConcurrentLinkedQueue<Waiter<T>> line;

  // Who is inside the handler. Plain: a thread looks for itself only, and no other one writes that.
  @Nullable Thread inside;

  // A note of a catch block, to which a store is all that the stack allows: whoever was to end this
  // phase could not. RUNNING: the owner. STAGED: the stage, which is complete. READY: who was to
  // put this into the queue of the scheduler, and perhaps has. IDLE: nobody.
  volatile int lost;

  /** Creates a queue that is IDLE, and in which something is announced. */
  KeyQueue(K key, long announced) {
    this.key = key;
    this.word = announced;
  }

  // By any thread.

  /** Announces an ITEM or a WAITER. There is no room for an item if so many are announced, or one who waits. */
  Answer announce(long what, int capacity) {
    for (; ; ) {
      long now = word;
      if ((now & PHASE) == CLOSED) {
        return Answer.CLOSED;
      }
      if (what == ITEM && now >= capacity * ITEM) {
        return Answer.FULL;
      }
      if (WORD.compareAndSet(this, now, now + what)) {
        return Answer.ANNOUNCED;
      }
      Thread.onSpinWait(); // another thread made progress
    }
  }

  /** Leaves an item, which was announced. */
  void leave(Node<T> node) {
    Node<T> last;
    do {
      last = youngest;
      node.next = last;
    } while (!YOUNGEST.compareAndSet(this, last, node));
  }

  /** Leaves one who waits, and was announced. */
  void leave(Waiter<T> waiter) {
    ConcurrentLinkedQueue<Waiter<T>> found = line;
    if (found == null) {
      ConcurrentLinkedQueue<Waiter<T>> made = new ConcurrentLinkedQueue<>();
      found = LINE.compareAndSet(this, null, made) ? made : Objects.requireNonNull(line);
    }
    found.add(waiter);
  }

  /** Returns those who wait, in order. */
  Collection<Waiter<T>> waiters() {
    Collection<Waiter<T>> found = line;
    return found == null ? Collections.emptyList() : found;
  }

  /** Withdraws an announcement. Returns whether that has closed this, since it was IDLE, and it was the last one. */
  boolean retract(long what) {
    for (; ; ) {
      long now = word;
      boolean closes = now - what == IDLE;
      if (WORD.compareAndSet(this, now, closes ? CLOSED : now - what)) {
        return closes;
      }
      Thread.onSpinWait();
    }
  }

  /** Replaces a phase by another one. Returns false if it is not that phase: nothing has changed. */
  boolean move(int from, int to) {
    for (long now = word; (now & PHASE) == from; now = word) {
      if (WORD.compareAndSet(this, now, now - from + to)) {
        return true;
      }
      Thread.onSpinWait();
    }
    return false;
  }

  /** Makes the calling thread the owner, if there is none but a stage. */
  boolean claim() {
    return move(READY, RUNNING) || move(IDLE, RUNNING) || move(STAGED, RUNNING);
  }

  /** Returns whether an item is here that the owner has not taken. */
  boolean hasItems() {
    return youngest != null;
  }

  /** Returns whether something is here that the owner has not taken. */
  boolean hasMore() {
    return hasItems() || !waiters().isEmpty();
  }

  /** Makes a queue whose phase was to be ended, and was not, READY. Returns whether the caller has to schedule it. */
  boolean recover() {
    int phase = lost;
    if (phase == IDLE || !LOST.compareAndSet(this, phase, IDLE)) {
      return false;
    }
    boolean goesOn = phase == STAGED && move(CALLING, RUNNING); // as the stage would have done
    return !goesOn && move(phase, READY);
  }

  // By the owner.

  /** Removes the oldest item; null if there is none. */
  @Nullable T poll() {
    Node<T> first = oldest == null ? takeAll() : oldest;
    if (first == null) {
      return null;
    }
    oldest = first.next;
    first.next = null; // a node promoted to the old generation would keep younger ones alive
    WORD.getAndAdd(this, -ITEM);
    return first.item;
  }

  private @Nullable Node<T> takeAll() {
    if (youngest == null) {
      return null;
    }
    Node<T> turned = null;
    for (Node<T> node = (Node<T>) YOUNGEST.getAndSet(this, null); node != null; ) {
      Node<T> before = node.next;
      node.next = turned;
      turned = node;
      node = before;
    }
    return turned;
  }

  /**
   * Ceases to own this: CLOSED if nothing is announced, else IDLE. Returns that phase. Nothing was here a moment ago.
   */
  int rest() {
    for (; ; ) {
      long now = word;
      int next = now == RUNNING ? CLOSED : IDLE;
      if (WORD.compareAndSet(this, now, now - RUNNING + next)) {
        return next;
      }
      Thread.onSpinWait();
    }
  }

  private static final VarHandle WORD = handle("word", long.class);
  private static final VarHandle YOUNGEST = handle("youngest", Node.class);
  private static final VarHandle LINE = handle("line", ConcurrentLinkedQueue.class);
  private static final VarHandle LOST = handle("lost", int.class);

  private static VarHandle handle(String field, Class<?> type) {
    return ConstantBootstraps.fieldVarHandle(
        MethodHandles.lookup(), field, VarHandle.class, KeyQueue.class, type);
  }
}
