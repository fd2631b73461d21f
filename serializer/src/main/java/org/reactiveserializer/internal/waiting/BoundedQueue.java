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
 *       the items is already taken. If all have withdrawn meanwhile, the node stays open for the
 *       next one; there is at most one such node, and it is never the oldest. Nobody waits where
 *       items are evicted, so only the owner sees it.
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
  private static final Node<?> CLOSED = new Node<>(null, -1);

  /** How many times threads are woken while {@code capacity} items are removed. */
  private static final int WAKES = 4;

  private final int capacity;

  private final RoomLine<T> line;
  private final int removalsPerWake;

  // The rest of this block is the owner's.
  private int removedSinceWake;

  // The node that is linked for one who waits, and has no item yet: invariant 7.
  private @Nullable Node<T> open;

  // Threads that were admitted, and are not woken yet.
  private @Nullable Waiter<T> firstAdmitted;
  private @Nullable Waiter<T> lastAdmitted;

  private @Nullable Object source;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile Node<T> head;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile Node<T> tail;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile int highWater;

  /** Creates an empty queue for which nobody waits. */
  public BoundedQueue(int capacity) {
    this(capacity, new RoomLine<>(Runnable::run));
  }

  /** Creates an empty queue whose owner admits those in {@code line}. */
  public BoundedQueue(int capacity, RoomLine<T> line) {
    this(capacity, Math.max(1, capacity / WAKES), line);
  }

  /** As the other, with an owner that wakes threads every so many removals. */
  public BoundedQueue(int capacity, int removalsPerWake, RoomLine<T> line) {
    this.capacity = capacity;
    this.removalsPerWake = removalsPerWake;
    this.line = line;
    Node<T> first = new Node<>(null, 0);
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
   * As {@link #offer}, but adds the item also to a full queue: then the oldest item loses its place
   * to it, and the caller must {@link #evict} after it has signalled. Never returns FULL.
   */
  public final int offerEvicting(T item) {
    return add(item, true);
  }

  private int add(T item, boolean beyond) {
    Node<T> node = link(item, beyond);
    return node == null ? Outcome.FULL : node == CLOSED ? Outcome.LATE : Outcome.WAITS;
  }

  /**
   * Links a node for {@code item}. Returns null if the queue is full, unless this may go beyond the
   * capacity; CLOSED if it is closed.
   */
  private @Nullable Node<T> link(@Nullable T item, boolean beyond) {
    Node<T> node = null;
    for (; ; ) {
      Node<T> last = tail;
      Node<T> next = last.next;
      if (next == CLOSED) {
        return next;
      }
      if (next != null) {
        if (next != last) { // otherwise the node was removed meanwhile
          TAIL.compareAndSet(this, last, next);
        }
        continue;
      }
      Node<T> first = head; // read after next: invariants 2 and 3
      int waiting = (int) (last.number - first.number);
      if (!beyond && isFull(waiting)) {
        return null;
      }
      if (node == null) {
        node = new Node<>(item, 0);
      }
      node.number = last.number + 1;
      if (last.link(node)) {
        TAIL.compareAndSet(this, last, node); // fails if another thread did it
        added(Math.min(waiting + 1, capacity));
        return node;
      }
    }
  }

  /** Returns whether items have lost their place to younger ones. By any thread. */
  public final boolean mustEvict() {
    return tail.number - head.number > capacity;
  }

  /**
   * Removes the oldest item if it has lost its place; otherwise returns null, as it does if another
   * thread removed that item. By any thread.
   */
  public @Nullable T evict() {
    Node<T> first = head; // read before tail, so that the number of items cannot seem too large
    return tail.number - first.number > capacity ? removeAfter(first) : null;
  }

  /** Returns whether no item may be added to {@code waiting} ones. */
  protected boolean isFull(int waiting) {
    return waiting >= capacity;
  }

  @Override
  public final @Nullable T remove() {
    for (; ; ) {
      Node<T> first = head;
      Node<T> next = first.next;
      if (next == null || next == CLOSED) {
        return null;
      }
      if (!line.isEmpty()) {
        keepPlace();
      }
      T item = removeAfter(first);
      if (item != null) {
        removedSinceWake++;
        try {
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

  /** Links a node for the first one that waits, if it has an item: see invariant 7. */
  private void keepPlace() {
    try {
      Waiter<T> first = line.first();
      if (open == null && first != null && !first.isCall()) {
        openPlace(true);
      }
    } catch (VirtualMachineError noStackOrHeap) {
      // Then others may take the place.
    }
  }

  /** Opens a place, if there is none. Returns it; null if there is no room. */
  private @Nullable Node<T> openPlace(boolean beyond) {
    if (open == null) {
      Node<T> linked = link(null, beyond);
      open = linked == CLOSED ? null : linked;
    }
    return open;
  }

  /** Admits those who wait for room, as far as there is any. A call ends that: see {@link RoomCall}. */
  public final void admit() {
    while (!line.isEmpty() || open != null) {
      Waiter<T> first = line.first();
      if (first == null) {
        giveUpOldest();
        return;
      }
      boolean isCall = first.isCall();
      Node<T> place = isCall ? null : openPlace(false);
      if (isCall ? isFull((int) (tail.number - head.number)) : place == null) {
        return;
      }
      Object waited = line.decide(first, Waiter.Decision.ADMITTED);
      if (waited != null && place != null) {
        place.item = item(waited);
        open = null;
      }
      if (waited != null) {
        answer(first, waited);
      }
      if (isCall) {
        return;
      }
    }
  }

  /** Removes the open place, which nobody wants, if it is the oldest. */
  private void giveUpOldest() {
    Node<T> first = head;
    if (open != null && first.next == open) {
      open = null;
      removeAfter(first);
    }
  }

  private void answer(Waiter<T> admitted, Object waited) {
    if (!admitted.isThread()) {
      line.answer(admitted, waited);
    } else if (lastAdmitted == null) {
      firstAdmitted = admitted;
      lastAdmitted = admitted;
    } else {
      lastAdmitted.nextDecided = admitted;
      lastAdmitted = admitted;
    }
  }

  /** Wakes the threads that were admitted. Also before the owner leaves. */
  public final void wakeAdmitted() {
    removedSinceWake = 0;
    for (Waiter<T> next = firstAdmitted; next != null; next = firstAdmitted) {
      firstAdmitted = next.nextDecided;
      if (firstAdmitted == null) {
        lastAdmitted = null;
      }
      next.nextDecided = null;
      next.run();
    }
  }

  /** Returns whether a pass would admit somebody. */
  public final boolean mustAdmit() {
    return !line.isEmpty() && (open != null || !isFull((int) (tail.number - head.number)));
  }

  @SuppressWarnings("unchecked") // what waits and is no call is an item
  private T item(Object waited) {
    return (T) waited;
  }

  /**
   * Removes the item behind {@code first}; null if there is none, or {@code first} is not the head.
   */
  private @Nullable T removeAfter(Node<T> first) {
    Node<T> next = first.next;
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
      Node<T> last = tail;
      Node<T> next = last.next;
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
    for (; ; ) {
      Node<T> first = head;
      Node<T> next = first.next;
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
    Node<T> next = head.next;
    return next == null || next == CLOSED ? 0 : Math.max(1, size());
  }

  /**
   * Returns how many items wait, in constant time. It may leave out items that are just being
   * added, and does not count those that have lost their place.
   */
  @Override
  public final int size() {
    for (; ; ) {
      Node<T> first = head;
      long last = tail.number;
      if (head == first) {
        return (int) Math.min(last - first.number, capacity);
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

  /** Returns whether a waiting thread is woken at each removal, and not only after several. */
  public final boolean wakesAtEachRemoval() {
    return removalsPerWake == 1;
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
  private Node<T> closed() {
    return (Node<T>) CLOSED;
  }

  /** An item and its place; or the head, whose item was removed. */
  private static final class Node<T> {
    // Plain: written before the node is linked; the item is cleared by the thread that moved head
    // here.
    @Nullable T item;
    long number;
    volatile @Nullable Node<T> next;

    Node(@Nullable T item, long number) {
      this.item = item;
      this.number = number;
    }

    boolean link(Node<T> successor) {
      return NEXT.compareAndSet(this, (Node<?>) null, successor);
    }

    private static final VarHandle NEXT =
        ConstantBootstraps.fieldVarHandle(
            MethodHandles.lookup(), "next", VarHandle.class, Node.class, Node.class);
  }

  private static final VarHandle HEAD = handle("head", Node.class);
  private static final VarHandle TAIL = handle("tail", Node.class);
  private static final VarHandle HIGH_WATER = handle("highWater", int.class);

  private static VarHandle handle(String field, Class<?> type) {
    return ConstantBootstraps.fieldVarHandle(
        MethodHandles.lookup(), field, VarHandle.class, BoundedQueue.class, type);
  }
}
