package org.reactiveserializer.calls.internal;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The mailbox of a live key, as an actor has one: any number of threads fill it, and one at a time empties it, the owner.
 * It is in the map of the sink until it is closed; a key without items has none.
 *
 * <pre>
 *           given away            polled
 *   OWNED ──────────────► READY ─────────► OWNED ── a stage was returned ──► STAGED
 *     │                   ▲  ▲              │ │                                │
 *     │                   │  └ a turn ends ─┘ │                                │
 *     │                   └───────────────────┼────────── it is complete ──────┘
 *     └────────── nothing is here ────────────┴──► closed     abandon: READY, STAGED ──► OWNED
 * </pre>
 *
 * <p><b>Invariants</b>
 *
 * <ol>
 *   <li>One owns it: the thread that put it into the map, the ready queue (READY), a server, or the stage of a handler
 *       (STAGED). It is passed on by a {@code compareAndSet} of {@code state}. Only its owner puts it into the ready
 *       queue. So it stands there at most once. (After {@code abandon} an entry may be left over, which owns nothing.)
 *   <li>Who will leave something here announces it first, in {@code room}, which fails if there is no room, and if this
 *       is closed. That is withdrawn when the owner has taken the thing, or it will not come. So no more items wait than
 *       the bound says, and while anybody waits for room, no item is announced.
 *   <li>This is closed by a {@code compareAndSet} from nothing announced. It is final. So nothing is left in a closed one.
 *   <li>If something is announced, and nothing here, its owner makes this an ORPHAN, by a {@code compareAndSet} of {@code
 *       newest}. Then it has no owner, until a thread replaces ORPHAN: by its item, which is one step; or after it has
 *       joined the line; or after it has withdrawn the last thing. For both the owner looks again behind that step.
 * </ol>
 *
 * <p>So who leaves something in a mailbox with an owner need not signal, and who stands still anywhere holds up no other key.
 *
 * <p><b>A cut</b> stands for what a thread has taken from behind, to discard it: whatever the owner has taken before it
 * meets the cut was left before that, and is discarded, too.
 *
 * <p><b>Not invariants.</b> What is announced need not come: its thread may stand still, or find no room for all keys. A
 * READY mailbox may be empty.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the items
 */
final class Mailbox<K, T> {
  // States. No state is 0.
  static final int OWNED = 1;
  static final int READY = 2;
  static final int STAGED = 3;

  // What is announced.
  static final long PLACE = 1;
  static final long WAITER = 1L << Integer.SIZE;

  private static final long CLOSED = Long.MIN_VALUE; // in place of what is announced
  private static final Item<?> ORPHAN = new Item<>("no owner"); // in place of the newest item
  private static final Object CUT = new Object(); // in place of a value
  private static final Queue<?> NOBODY = new ConcurrentLinkedQueue<>();

  /** What is left in a mailbox. */
  sealed interface Mail<T> permits Item, WaitingItem {}

  /** An item, linked to the one before it; when the owner has taken it, to the one after it. */
  static final class Item<T> implements Mail<T> {
    final T value;
    @Nullable Item<T> next;

    Item(T value) {
      this.value = value;
    }
  }

  final K key;

  // Who is inside the handler. Plain: a thread looks for itself only, and no other one writes that.
  @Nullable Thread inside;

  /**
   * A note of a catch block, to which a store is all that the stack allows: the state from which it was to pass this on,
   * and did not, or perhaps did. 0: none.
   */
  volatile int lost;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile int state = OWNED;

  // How many items are announced, and above that how many who wait.
  private volatile long room;

  private volatile @Nullable Item<T> newest;

  // How many cuts the owner has not met.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile int cuts;

  // What the owner has taken, in order.
  private @Nullable Item<T> oldest;

  private volatile @Nullable Queue<WaitingItem<T>> line;

  /** Creates an empty one, which the caller owns. */
  Mailbox(K key) {
    this.key = key;
  }

  // By any thread.

  /** Announces something. Returns false if so much is announced, or if this is closed. */
  boolean announce(long what, long capacity) {
    for (long now = room; now >= 0 && now < capacity; now = room) {
      if (ROOM.compareAndSet(this, now, now + what)) {
        return true;
      }
      Thread.onSpinWait(); // another thread made progress
    }
    return false;
  }

  /** Withdraws what was announced. Returns whether this thread has become the owner, since it was the last thing. */
  boolean withdraw(long what) {
    return (long) ROOM.getAndAdd(this, -what) == what && adopt();
  }

  boolean isClosed() {
    return room < 0;
  }

  /** Leaves an item, which was announced. Returns whether this thread has become the owner. */
  boolean leave(Item<T> item) {
    for (; ; ) {
      Item<T> last = newest;
      item.next = last == ORPHAN ? null : last;
      if (NEWEST.compareAndSet(this, last, item)) {
        return last == ORPHAN;
      }
      Thread.onSpinWait();
    }
  }

  /**
   * Takes what the owner has not taken, in order, to be discarded and withdrawn by this thread; and makes {@link #isCut}
   * true for what the owner has.
   */
  @SuppressWarnings("unchecked") // no value of an item is used that is a cut
  @Nullable Item<T> cut() {
    Item<T> cut = new Item<>((T) CUT);
    CUTS.getAndAdd(this, 1); // first: the owner may meet the cut at once
    for (; ; ) {
      Item<T> last = newest;
      if (last == ORPHAN || isClosed()) { // nothing is here
        CUTS.getAndAdd(this, -1);
        return null;
      }
      if (NEWEST.compareAndSet(this, last, cut)) {
        return turned(last);
      }
    }
  }

  /** Lets one wait in the line, which was announced. Returns whether this thread has become the owner. */
  boolean join(WaitingItem<T> waiter) {
    if (line == null) {
      LINE.compareAndSet(this, null, new ConcurrentLinkedQueue<>());
    }
    Objects.requireNonNull(line).add(waiter);
    return adopt();
  }

  private boolean adopt() {
    return newest == ORPHAN && NEWEST.compareAndSet(this, ORPHAN, (Item<?>) null);
  }

  /** Returns those who wait, in order; some of them may have withdrawn. Not to be added to. */
  @SuppressWarnings("unchecked") // nobody is of any type
  Queue<WaitingItem<T>> line() {
    Queue<WaitingItem<T>> found = line;
    return found == null ? (Queue<WaitingItem<T>>) NOBODY : found;
  }

  /** Passes this on. Returns false if it is not in that state: nothing has changed. */
  boolean pass(int from, int to) {
    return STATE.compareAndSet(this, from, to);
  }

  /** Makes this READY if it was lost, and returns from which state: the caller has to put it into the ready queue. Else 0. */
  int recover() {
    int from = lost;
    return from != 0 && LOST.compareAndSet(this, from, 0) && pass(from, READY) ? from : 0;
  }

  // By the owner.

  /** Returns whether an item is here that the owner has not taken. */
  boolean hasNewItems() {
    return newest != null;
  }

  /** Returns whether the item that was removed last is to be discarded. */
  boolean isCut() {
    return cuts > 0;
  }

  /** Removes the oldest item, which is announced still; null if there is none. */
  @Nullable T poll() {
    Item<T> first = oldest == null ? takeAll() : oldest;
    if (first == null) {
      return null;
    }
    oldest = first.next;
    first.next = null; // an item promoted to the old generation would keep younger ones alive
    return first.value;
  }

  private @Nullable Item<T> takeAll() {
    if (newest == null) {
      return null;
    }
    return turned((Item<T>) NEWEST.getAndSet(this, null));
  }

  /** Returns items in order, of which this is the last one. Meets the cut before the first one. */
  private @Nullable Item<T> turned(@Nullable Item<T> item) {
    Item<T> turned = null;
    while (item != null) {
      if (item.value == CUT) {
        CUTS.getAndAdd(this, -1);
        break;
      }
      Item<T> before = item.next;
      item.next = turned;
      turned = item;
      item = before;
    }
    return turned;
  }

  /** Closes this if nothing is announced. */
  boolean close() {
    return ROOM.compareAndSet(this, 0L, CLOSED);
  }

  boolean isEmpty() {
    return oldest == null && newest == null && line().isEmpty();
  }

  /** Ceases to own an empty mailbox. Returns false if something has come or was withdrawn: then it is owned still. */
  boolean orphan() {
    return NEWEST.compareAndSet(this, (Item<?>) null, ORPHAN)
        && !((room == 0 || !line().isEmpty()) && adopt());
  }

  private static final VarHandle STATE = handle("state", int.class);
  private static final VarHandle LOST = handle("lost", int.class);
  private static final VarHandle ROOM = handle("room", long.class);
  private static final VarHandle NEWEST = handle("newest", Item.class);
  private static final VarHandle CUTS = handle("cuts", int.class);
  private static final VarHandle LINE = handle("line", Queue.class);

  private static VarHandle handle(String field, Class<?> type) {
    return ConstantBootstraps.fieldVarHandle(
        MethodHandles.lookup(), field, VarHandle.class, Mailbox.class, type);
  }
}
