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
 *   <li>While it is open, one owns it: the thread that put it into the map, the ready queue (READY), a server, or the
 *       stage of a handler (STAGED). It is passed on by a {@code compareAndSet} of {@code state}.
 *   <li>Only its owner puts it into the ready queue. So it stands there at most once. (After {@code abandon} an entry may
 *       be left over, which owns nothing.)
 *   <li>To leave an item is one {@code compareAndSet} of {@code newest}. If that succeeds, there is an owner who has to
 *       look before it can close this: so nobody has to signal, and who stands still behind that holds up nobody.
 *   <li>The owner closes this by a {@code compareAndSet} from empty. It is final.
 *   <li>Who waits for room joins the line, and then knocks: makes {@code newest} not empty. The owner ends a knock before
 *       it looks at the line. So it sees him there, or he finds this closed.
 *   <li>A place is taken before an item is left, and given back when the owner takes the item. So no more items wait
 *       than the bound says. While anybody is in the line, no place is given.
 * </ol>
 *
 * <p><b>Not invariants.</b> A place that is taken need not have an item: its thread may stand still, or find no room for
 * all keys. A READY mailbox may be empty.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the items
 */
final class Mailbox<K, T> {
  // States. No state is 0.
  static final int OWNED = 1;
  static final int READY = 2;
  static final int STAGED = 3;

  // In place of the newest item. Null: empty.
  private static final Item<?> KNOCK = new Item<>("knock");
  private static final Item<?> CLOSED = new Item<>("closed");

  private static final Queue<?> NOBODY = new ConcurrentLinkedQueue<>();

  private static final long PLACE = 1;
  private static final long WAITER = 1L << Integer.SIZE;

  /** What is left in a mailbox. */
  sealed interface Mail<T> permits Item, WaitingItem {}

  /** An item, linked to the one before it; when the owner has taken it, to the one after it. */
  static final class Item<T> implements Mail<T> {
    final T value;
    private @Nullable Item<T> next;

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

  // How many places are taken, and above that how many wait in the line.
  private volatile long room;

  private volatile @Nullable Item<T> newest;

  // What the owner has taken, in order.
  private @Nullable Item<T> oldest;

  private volatile @Nullable Queue<WaitingItem<T>> line;

  /** Creates an empty one, which the caller owns. */
  Mailbox(K key) {
    this.key = key;
  }

  // By any thread.

  /** Takes a place for an item. Returns false if there is none, or if anybody is in the line. */
  boolean takePlace(int capacity) {
    for (long now = room; now < capacity; now = room) {
      if (ROOM.compareAndSet(this, now, now + PLACE)) {
        return true;
      }
      Thread.onSpinWait(); // another thread made progress
    }
    return false;
  }

  /** Gives back a place for which no item came. */
  void returnPlace() {
    ROOM.getAndAdd(this, -PLACE);
  }

  /** Leaves an item. Returns false if this is closed. */
  boolean leave(Item<T> item) {
    for (Item<T> last = newest; last != CLOSED; last = newest) {
      item.next = last == KNOCK ? null : last; // who takes it looks at the line, too
      if (NEWEST.compareAndSet(this, last, item)) {
        return true;
      }
      Thread.onSpinWait();
    }
    return false;
  }

  /** Lets one wait in the line. Returns false if this is closed: perhaps he was seen before that. */
  boolean join(WaitingItem<T> waiter) {
    ROOM.getAndAdd(this, WAITER);
    try {
      if (line == null) {
        LINE.compareAndSet(this, null, new ConcurrentLinkedQueue<>());
      }
      Objects.requireNonNull(line).add(waiter);
    } catch (Throwable noHeap) {
      ROOM.getAndAdd(this, -WAITER);
      throw noHeap;
    }
    while (newest == null && !NEWEST.compareAndSet(this, (Item<?>) null, KNOCK)) {
      Thread.onSpinWait();
    }
    return newest != CLOSED;
  }

  /** Removes one from the line, unless that was done. */
  void remove(WaitingItem<T> waiter) {
    if (line().remove(waiter)) {
      ROOM.getAndAdd(this, -WAITER);
    }
  }

  /** Returns those who wait, in order; some of them may have withdrawn. Not to be added to. */
  @SuppressWarnings("unchecked") // nobody is of any type
  Queue<WaitingItem<T>> line() {
    Queue<WaitingItem<T>> found = line;
    return found == null ? (Queue<WaitingItem<T>>) NOBODY : found;
  }

  boolean isClosed() {
    return newest == CLOSED;
  }

  /** Passes this on. Returns false if it is not in that state: nothing has changed. */
  boolean pass(int from, int to) {
    return STATE.compareAndSet(this, from, to);
  }

  /** Makes this READY if it was lost. Returns whether the caller has to put it into the ready queue. */
  boolean recover() {
    int from = lost;
    return from != 0 && LOST.compareAndSet(this, from, 0) && pass(from, READY);
  }

  // By the owner.

  /** Returns whether an item is here that the owner has not taken. */
  boolean hasNewItems() {
    return newest != null && newest != KNOCK;
  }

  /** Removes the oldest item; null if there is none. */
  @Nullable T poll() {
    Item<T> first = oldest == null ? takeAll() : oldest;
    if (first == null) {
      return null;
    }
    oldest = first.next;
    first.next = null; // an item promoted to the old generation would keep younger ones alive
    ROOM.getAndAdd(this, -PLACE);
    return first.value;
  }

  private @Nullable Item<T> takeAll() {
    if (newest == null) {
      return null;
    }
    Item<T> item = (Item<T>) NEWEST.getAndSet(this, null);
    Item<T> turned = null;
    while (item != null && item != KNOCK) {
      Item<T> before = item.next;
      item.next = turned;
      turned = item;
      item = before;
    }
    return turned;
  }

  /** Closes this if nothing is here. */
  boolean close() {
    return oldest == null
        && line().isEmpty() // looked at behind the last poll
        && NEWEST.compareAndSet(this, (Item<?>) null, CLOSED);
  }

  private static final VarHandle STATE = handle("state", int.class);
  private static final VarHandle LOST = handle("lost", int.class);
  private static final VarHandle ROOM = handle("room", long.class);
  private static final VarHandle NEWEST = handle("newest", Item.class);
  private static final VarHandle LINE = handle("line", Queue.class);

  private static VarHandle handle(String field, Class<?> type) {
    return ConstantBootstraps.fieldVarHandle(
        MethodHandles.lookup(), field, VarHandle.class, Mailbox.class, type);
  }
}
