package org.reactiveserializer.internal.waiting;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A queue of at most {@code capacity} items. Any thread may add and remove. It replaces the drain state's
 * list where the number of waiting items has a bound: a producer adds its item here, and then only
 * signals.
 *
 * <p>A linked queue whose first node is one whose item was removed already (Michael and Scott 1996,
 * "Simple, Fast, and Practical Non-Blocking and Blocking Concurrent Queue Algorithms"). The nodes
 * are numbered, which makes the bound exact without a further contended word: one
 * {@code compareAndSet} adds an item by linking its node, and one removes it by moving
 * {@code head}.
 *
 * <p><b>Invariants</b>
 *
 * <ol>
 *   <li>A node's number is its predecessor's plus one. So the number of waiting items is the number
 *       of the last node minus the number of {@code head}.
 *   <li>{@code head} only moves forward. A producer reads {@code head} after it found the node that
 *       is to be its predecessor. So when it links its node, at most as many items wait before it
 *       as it counted: never more than {@code capacity} wait.
 *   <li>If that count was {@code capacity}, the queue was full when {@code head} was read, since
 *       the predecessor was linked before.
 *   <li>{@code offerEvicting} links a node although the queue is full. By that step, which decides
 *       that the new item is accepted, the oldest item loses its place: what waits are the last
 *       {@code capacity} items. Whoever moves {@code head} past an item that lost its place
 *       discards it. If the owner removes it first, it is delivered, as if that had happened
 *       before; then another one keeps its place.
 *   <li>{@code tail} is never behind {@code head}: a thread that would move {@code head} past it
 *       moves it first.
 *   <li>Once CLOSED follows the last node, it does so for ever. Each item was added before that,
 *       and is removed by some thread; or it is refused.
 *   <li>Who waits for room in the {@link RoomLine} gets a place in two steps: the owner links a node
 *       without an item, and then decides for the first one that has not withdrawn. If somebody
 *       waits, the owner links that node before it removes an item: so nobody else can take the place
 *       that becomes free. For a moment there is one node more than {@code capacity}, but one of
 *       the items is already taken. If all have withdrawn meanwhile, the node is a hole from then on:
 *       items may follow it, so a later one must not get it. Nobody waits where items are evicted, so
 *       only the owner meets holes.
 *   <li>{@code holes} is how many there are behind {@code head}. It is reduced before {@code head}
 *       moves past one, and read after {@code head}: so who subtracts it never counts too few items.
 *       Who finds the queue full looks whether the number has changed while {@code head} was read.
 *       The oldest node is never a hole, except within a step of the owner.
 *   <li>If the weight of what waits has a bound ({@link Balance}), each node also has the weight of all
 *       nodes up to it, and invariants 1 to 4 and 8 hold for weights as for numbers. The room of an item
 *       may not suffice for the first in the line. So before the owner removes an item, it keeps that room,
 *       and one place, for the line; after that it admits. Only producers respect what is kept. It is released
 *       after the first in the line has its place, or when no item is the first. A place is for one waiter only: if
 *       that one has withdrawn, it is a hole.
 * </ol>
 *
 * <p><b>Progress.</b> All methods are lock-free, wherever a thread is descheduled: a node is either
 * in the queue completely or not at all.
 *
 * <p>Not final, so that a stress test can break a step.
 *
 * @param <T> the type of the items
 */
public class BoundedQueue<T> extends Items<T> {
  private static final QueueNode<?> CLOSED = new QueueNode<>(null, -1);

  /** How many times threads are woken while {@code capacity} items are removed. */
  private static final int WAKES = 4;

  private final int capacity;

  // Null: only the number of items has a bound.
  private final @Nullable Balance<T> balance;

  private final RoomLine<T> line;
  private final int removalsPerWake;

  private int removedSinceWake; // written and read by the owner only

  private final Admitted<T> admitted = new Admitted<>();

  private @Nullable Object source;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile QueueNode<T> head;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile QueueNode<T> tail;

  // The low half is the number of holes, the high half how often it has changed. Written by the
  // owner.
  private volatile long holes;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile int highWater;

  /** Creates an empty queue for which nobody waits. */
  public BoundedQueue(int capacity) {
    this(capacity, new RoomLine<>(Runnable::run));
  }

  /** Creates an empty queue whose owner admits those in {@code line}. */
  public BoundedQueue(int capacity, RoomLine<T> line) {
    this(capacity, null, line);
  }

  /** As the other, with a bound for the weight of what waits; null: none. */
  public BoundedQueue(int capacity, @Nullable Balance<T> balance, RoomLine<T> line) {
    this(capacity, Math.max(1, capacity / WAKES), balance, line);
  }

  /** As the other without weights, with an owner that wakes threads every so many removals. */
  public BoundedQueue(int capacity, int removalsPerWake, RoomLine<T> line) {
    this(capacity, removalsPerWake, null, line);
  }

  private BoundedQueue(
      int capacity, int removalsPerWake, @Nullable Balance<T> balance, RoomLine<T> line) {
    this.capacity = capacity;
    this.balance = balance;
    this.removalsPerWake = removalsPerWake;
    this.line = line;
    QueueNode<T> first = node(null);
    head = first;
    tail = first;
  }

  /**
   * Sets the source of all items, at first. (An operator with several sources has a prefetch, and
   * no queue.)
   */
  public final void setSource(Object onlySource) {
    source = onlySource;
  }

  /**
   * Tries to add an item, and returns its {@link Outcome}. By any thread, which must signal if the
   * item WAITS.
   */
  public final int offer(T item) {
    return add(item, false);
  }

  /**
   * As {@link #offer}, but adds the item also to a full queue: then the oldest items lose their place
   * to it, and the caller must {@link #evict} after it has signalled. Returns FULL only for an item that
   * {@linkplain #isTooHeavy may not wait at all}.
   */
  public final int offerEvicting(T item) {
    return add(item, true);
  }

  private int add(T item, boolean beyond) {
    long weight = weigh(item);
    QueueNode<T> node = isTooHeavy(weight) ? null : link(item, weight, beyond);
    return node == null ? Outcome.FULL : node == CLOSED ? Outcome.LATE : Outcome.WAITS;
  }

  /**
   * Links a node for {@code item}; null: for one in the line, by the owner. Returns null if the queue is
   * full, unless this may go beyond the bounds; CLOSED if it is closed.
   */
  private @Nullable QueueNode<T> link(@Nullable T item, long weight, boolean beyond) {
    QueueNode<T> node = null;
    for (; ; ) {
      QueueNode<T> last = tail;
      QueueNode<T> next = last.next;
      if (next == CLOSED) {
        return next;
      }
      if (next != null) {
        if (next != last) { // otherwise the node was removed meanwhile
          TAIL.compareAndSet(this, last, next);
        }
        continue;
      }
      long before = holes;
      QueueNode<T> first = head; // read after next: invariants 2 and 3
      long gaps = holes; // read after head: invariant 8
      int waiting = (int) (last.number - first.number) - (int) gaps;
      boolean room =
          item == null
              ? admits(weight, waiting, first, last)
              : accepts(weight, waiting, first, last);
      if (!beyond && !room) {
        if (before == gaps) {
          return null;
        }
        continue;
      }
      if (node == null) {
        node = node(item);
      }
      node.follow(last, weight);
      if (last.link(node)) {
        TAIL.compareAndSet(this, last, node); // fails if another thread did it
        added(Math.min(waiting + 1, capacity));
        return node;
      }
    }
  }

  private QueueNode<T> node(@Nullable T item) {
    return balance == null ? new QueueNode<>(item, 0) : new QueueNode.Weighed<>(item);
  }

  /** Returns whether there is room for an item of a producer. */
  private boolean accepts(long weight, int waiting, QueueNode<T> first, QueueNode<T> last) {
    if (balance == null) {
      return !isFull(waiting);
    }
    return !isFull(balance.keepsRoom() ? waiting + 1 : waiting)
        && !isTooMuch(weight, balance.taken(first, last), balance.max());
  }

  /** Returns whether there is room for the first in the line. */
  private boolean admits(long weight, int waiting, QueueNode<T> first, QueueNode<T> last) {
    return !isFull(waiting)
        && (balance == null || !isTooMuch(weight, balance.waiting(first, last), balance.max()));
  }

  /** Returns whether no item of this weight may be added to what waits. */
  protected boolean isTooMuch(long weight, long waiting, long max) {
    return weight > max - waiting;
  }

  /** Returns the weight of an item that looks for room; 0 if items have none. */
  public final long weigh(T item) {
    return balance == null ? 0 : balance.weigh(item);
  }

  public final boolean isWeighing() {
    return balance != null;
  }

  /** Returns whether an item of this weight may not wait at all, since it exceeds the bound by itself. */
  public final boolean isTooHeavy(long weight) {
    return balance != null && weight > balance.max();
  }

  /** Returns what a message says if an item found no room. */
  public final String whyFull() {
    String items = (balance == null ? capacity : size()) + " items";
    return balance == null
        ? items + " wait, which is the capacity"
        : items + balance.whyFull(weight(), capacity);
  }

  /** Returns how much waits; 0 if only the number of items has a bound. By any thread. */
  public final long weight() {
    if (balance == null) {
      return 0;
    }
    QueueNode<T> first = head; // read before tail, so that this is never negative
    return Math.min(balance.waiting(first, tail), balance.max());
  }

  /** Returns whether items have lost their place to younger ones. By any thread. */
  public final boolean mustEvict() {
    QueueNode<T> first = head;
    return isBeyond(first, tail);
  }

  private boolean isBeyond(QueueNode<T> first, QueueNode<T> last) {
    return last.number - first.number > capacity
        || (balance != null && balance.waiting(first, last) > balance.max());
  }

  /**
   * Removes the oldest item if it has lost its place; otherwise returns null, as it does if another
   * thread removed that item. By any thread.
   */
  public @Nullable T evict() {
    QueueNode<T> first = head; // before tail: the number of items cannot seem too large
    return isBeyond(first, tail) ? removeAfter(first) : null;
  }

  /** Returns whether no item may be added to {@code waiting} ones. */
  protected boolean isFull(int waiting) {
    return waiting >= capacity;
  }

  @Override
  public final @Nullable T remove() {
    for (; ; ) {
      passHoles(); // an error may have left one
      QueueNode<T> first = head;
      QueueNode<T> next = first.next;
      if (next == null || next == CLOSED) {
        return null;
      }
      QueueNode<T> place = line.isEmpty() ? null : keepPlace(first, next);
      T item = removeAfter(first);
      if (item != null) {
        removedSinceWake++;
        try {
          fill(place);
          admit();
          if (removedSinceWake >= removalsPerWake) {
            wakeAdmitted();
          }
        } catch (VirtualMachineError noStackOrHeap) {
          // The item must not get lost. Threads look from time to time, and each pass admits.
        }
        return item;
      }
    }
  }

  // Who waits for room. By the owner.

  /** Links a node, or keeps room, for the first one that waits with an item: see invariants 7 and 9. */
  private @Nullable QueueNode<T> keepPlace(QueueNode<T> first, QueueNode<T> oldest) {
    try {
      Waiter<T> waiter = line.first();
      if (waiter == null || waiter.isCall()) {
        return null;
      }
      if (balance != null) {
        balance.keepRoomOf(oldest, first);
        return null;
      }
      return open(0, true);
    } catch (VirtualMachineError noStackOrHeap) {
      return null; // then others may take the place
    }
  }

  /** Links a node without an item; null if there is no room, or the queue is closed. */
  private @Nullable QueueNode<T> open(long weight, boolean beyond) {
    QueueNode<T> linked = link(null, weight, beyond);
    return linked == CLOSED ? null : linked;
  }

  /**
   * Admits those who wait for room, as far as there is any. Those who only call get none of it. Only those who
   * wait by now: whoever joins requests a pass, and a callback may join again at once.
   */
  public final void admit() {
    int turns = line.size();
    Waiter<T> first = first();
    while (first != null && turns-- > 0 && (first.isCall() ? admitCall(first) : admitItem(first))) {
      first = first();
    }
    if (balance != null && (first == null || first.isCall())) {
      balance.release();
    }
  }

  private boolean admitCall(Waiter<T> first) {
    if (!hasRoomForCalls()) {
      return false;
    }
    if (line.decide(first, Waiter.Decision.ADMITTED) != null) {
      line.answer(first);
    }
    return true;
  }

  /** A call does not say how much room it needs, so where that matters, nothing must wait. */
  private boolean hasRoomForCalls() {
    return balance == null ? !isFull(size()) : remaining() == 0;
  }

  private boolean admitItem(Waiter<T> first) {
    QueueNode<T> place = open(first.weight, false);
    if (place == null) {
      return false;
    }
    if (balance == null) {
      fill(place);
    } else {
      balance.release();
      fillFor(first, place);
    }
    return true;
  }

  private @Nullable Waiter<T> first() {
    return line.isEmpty() ? null : line.first();
  }

  /** Gives a place to the first one that waits with an item; otherwise it is a hole from now on. */
  private void fill(@Nullable QueueNode<T> place) {
    if (place != null) {
      try {
        for (Waiter<T> first = line.first();
            place.item == null && first != null && !first.isCall();
            first = line.first()) {
          give(place, first);
        }
      } finally {
        if (place.item == null) {
          countHole(1, 0);
        }
      }
    }
    passHoles();
  }

  /** Gives a place to {@code first}, unless it has withdrawn; then it is a hole from now on. */
  private void fillFor(Waiter<T> first, QueueNode<T> place) {
    try {
      give(place, first);
    } finally {
      if (place.item == null) {
        countHole(1, first.weight);
      }
    }
    passHoles();
  }

  private void give(QueueNode<T> place, Waiter<T> first) {
    Object waited = line.decide(first, Waiter.Decision.ADMITTED);
    if (waited != null) {
      place.item = item(waited);
      answer(first);
    }
  }

  /** Moves {@code head} past holes, to the next item. */
  private void passHoles() {
    while ((int) holes != 0) {
      QueueNode<T> first = head;
      QueueNode<T> next = first.next;
      if (next == null || next == CLOSED || next.item != null) {
        return;
      }
      countHole(-1, first.weightSoFar() - next.weightSoFar()); // first: invariant 8
      removeAfter(first);
    }
  }

  private void countHole(int change, long weight) {
    if (balance != null) {
      balance.countHole(weight);
    }
    long before = holes; // nobody else writes it
    holes = ((before >>> Integer.SIZE) + 1) << Integer.SIZE | ((int) before + change);
  }

  private void answer(Waiter<T> waiter) {
    if (waiter.isThread()) {
      admitted.add(waiter);
    } else {
      line.answer(waiter);
    }
  }

  /** Wakes the threads that were admitted. Also before the owner leaves. */
  public final void wakeAdmitted() {
    removedSinceWake = 0;
    admitted.wakeAll();
  }

  /** Returns whether a pass would admit somebody, or release what is kept for nobody. */
  public final boolean mustAdmit() {
    if (balance == null) {
      return !line.isEmpty() && !isFull(size());
    }
    Waiter<T> first =
        first(); // null, although the line is not empty: it joins, and requests a pass
    if (first == null || first.isCall()) {
      return balance.keepsRoom() || (first != null && hasRoomForCalls());
    }
    return admits(first.weight, size(), head, tail);
  }

  @SuppressWarnings("unchecked") // what waits and is no call is an item
  private T item(Object waited) {
    return (T) waited;
  }

  /**
   * Removes the item behind {@code first}; null if there is none, or {@code first} is not the head.
   */
  private @Nullable T removeAfter(QueueNode<T> first) {
    QueueNode<T> next = first.next;
    if (next == null || next == CLOSED || next == first) {
      return null;
    }
    T item = next.item; // read before head moves: the thread that moves head clears it
    if (tail == first) {
      TAIL.compareAndSet(this, first, next); // invariant 4
    }
    if (!HEAD.compareAndSet(this, first, next)) {
      return null;
    }
    next.item = null;
    first.next = first; // a node promoted to the old generation would keep younger ones alive
    return item;
  }

  /** Refuses all items from now on. */
  public final void close() {
    for (; ; ) {
      QueueNode<T> last = tail;
      QueueNode<T> next = last.next;
      if (next == CLOSED || (next == null && last.link(closed()))) {
        return;
      }
      if (next != null && next != last) {
        TAIL.compareAndSet(this, last, next);
      }
    }
  }

  /** As {@link #close}, but only if no item waits. Returns whether the queue is closed. */
  public final boolean tryClose() {
    passHoles();
    for (; ; ) {
      QueueNode<T> first = head;
      QueueNode<T> next = first.next;
      if (next == CLOSED || (next == null && first.link(closed()))) {
        return true;
      }
      if (next != null && next != first) {
        return false;
      }
    }
  }

  @Override
  public int seal() {
    return 0; // it is closed instead, and never taken
  }

  @Override
  public boolean isSpent() {
    return head.next == CLOSED;
  }

  @Override
  public int remaining() {
    QueueNode<T> next = head.next;
    return next == null || next == CLOSED ? 0 : Math.max(1, size());
  }

  /**
   * Returns how many items wait, in constant time. It may leave out items that are just being
   * added, and does not count those that have lost their place.
   */
  @Override
  public final int size() {
    for (; ; ) {
      QueueNode<T> first = head;
      long gaps = holes;
      long last = tail.number;
      if (head == first && gaps == holes) {
        return (int) Math.min(last - first.number - (int) gaps, capacity);
      }
    }
  }

  /** Returns the largest number of items that waited at the same time so far. */
  public final int highWater() {
    return highWater;
  }

  public final int capacity() {
    return capacity;
  }

  public final RoomLine<T> line() {
    return line;
  }

  @Override
  public @Nullable Object source() {
    return source;
  }

  /**
   * Called when an item was added, and {@code waiting} items waited then. By the thread that added
   * it.
   */
  protected void added(int waiting) {
    for (int last = highWater; waiting > last; last = highWater) {
      if (HIGH_WATER.compareAndSet(this, last, waiting)) {
        return;
      }
    }
  }

  @SuppressWarnings("unchecked") // CLOSED has no item
  private QueueNode<T> closed() {
    return (QueueNode<T>) CLOSED;
  }

  private static final VarHandle HEAD = handle("head", QueueNode.class);
  private static final VarHandle TAIL = handle("tail", QueueNode.class);
  private static final VarHandle HIGH_WATER = handle("highWater", int.class);

  private static VarHandle handle(String field, Class<?> type) {
    return ConstantBootstraps.fieldVarHandle(
        MethodHandles.lookup(), field, VarHandle.class, BoundedQueue.class, type);
  }
}
