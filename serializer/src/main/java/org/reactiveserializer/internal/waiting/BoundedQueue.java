package org.reactiveserializer.internal.waiting;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * At most {@code capacity} items, added by any thread and removed by any thread. It takes the place of
 * the right's list where there is a bound: a thread adds its item here and then only signals.
 *
 * <p>A linked queue whose first node's item was removed already (Michael and Scott 1996, "Simple, Fast,
 * and Practical Non-Blocking and Blocking Concurrent Queue Algorithms"). Its nodes are numbered, which
 * makes the bound exact without another word to contend for: an item is added by the one {@code
 * compareAndSet} that links its node, and removed by the one that moves {@code head}.
 *
 * <p><b>Invariants</b>
 *
 * <ol>
 *   <li>A node's number is its predecessor's plus one, so as many items wait as the last node's number
 *       exceeds that of {@code head}'s.
 *   <li>{@code head} only moves on. Who links a node and has looked at {@code head} after it looked at
 *       the node that is to be its predecessor thus has, when it links, at most as many items before
 *       it as it saw: never more than {@code capacity} wait.
 *   <li>If that look found {@code capacity} items, the queue was full at that moment, for the
 *       predecessor was linked before it. If {@code head} is then moved from the node that was seen, it
 *       still was full: nothing is evicted but to make waiters.
 *   <li>{@code tail} is never behind {@code head}: who moves {@code head} past it moves it first.
 *   <li>What follows the last node in place of another is CLOSED, for good: every item is added before,
 *       and removed by somebody, or refused.
 * </ol>
 *
 * <p><b>Progress</b>: all methods are lock-free, whoever is descheduled and where: a node is in the
 * queue wholly or not at all.
 *
 * <p>Not final so that a stress test can break a step.
 *
 * @param <T> the type of the items
 */
public class BoundedQueue<T> extends Items<T> {
  private static final Node<?> CLOSED = new Node<>(null, -1);

  /** How often who waits is told while a queueful is removed, unless it is with each item. */
  private static final int SHARES = 4;

  private final int capacity;

  /** Who waits for waiters. */
  private final RoomWaiters waiters;

  /** For how many items removed who waits is told once. */
  private final int removalsPerWake;

  // Removed since that. Of the owner.
  private int removedSinceWake;

  private @Nullable Object source;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile Node<T> head;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile Node<T> tail;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile int highWater;

  /** Creates an empty one. */
  public BoundedQueue(int capacity) {
    this(capacity, Math.max(1, capacity / SHARES), new RoomWaiters());
  }

  /**
   * Creates an empty one.
   *
   * @param removalsPerWake for how many items removed who waits for room is told once
   * @param waiters who waits for room
   */
  public BoundedQueue(int capacity, int removalsPerWake, RoomWaiters waiters) {
    this.capacity = capacity;
    this.removalsPerWake = removalsPerWake;
    this.waiters = waiters;
    Node<T> first = new Node<>(null, 0);
    head = first;
    tail = first;
  }

  /** Says what all items come from: an operator of several sources has no bound but its prefetch. At first. */
  public final void setSource(Object onlySource) {
    source = onlySource;
  }

  /** Adds an item, if it can, and returns its {@link Fate}. By any thread, which is to signal then. */
  public final int offer(T item) {
    Node<T> node = null;
    for (; ; ) {
      Node<T> last = tail;
      Node<T> next = last.next;
      if (next == CLOSED) {
        return Fate.LATE;
      }
      if (next != null) {
        if (next != last) { // otherwise it was removed since
          TAIL.compareAndSet(this, last, next);
        }
        continue;
      }
      Node<T> first = head; // after the look at next: invariants 2 and 3
      int waiting = (int) (last.number - first.number);
      if (isFull(waiting)) {
        return Fate.FULL;
      }
      if (node == null) {
        node = new Node<>(item, 0);
      }
      node.number = last.number + 1;
      if (last.link(node)) {
        TAIL.compareAndSet(this, last, node); // or somebody else did
        added(waiting + 1);
        return Fate.WAITS;
      }
    }
  }

  /** Removes the oldest item if the queue is full, to make waiters; {@code null} if it is not. */
  public @Nullable T evict() {
    Node<T> last = tail;
    Node<T> first = head;
    return isFull((int) (last.number - first.number)) ? removeAfter(first) : null;
  }

  /** Tells whether {@code waiting} items are as many as may wait. */
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
      T item = removeAfter(first);
      if (item != null) {
        removedSinceWake++;
        try {
          if (removedSinceWake >= removalsPerWake) {
            wakeForRemoved();
          }
        } catch (VirtualMachineError noStackOrHeap) {
          // Others look now and then by themselves; the item must not get lost.
        }
        return item;
      }
    }
  }

  /** Tells of the room that was made since anybody was told. By the owner, before it leaves. */
  public final void wakeForRemoved() {
    if (removedSinceWake != 0) {
      removedSinceWake = 0;
      wakeIfRoom();
    }
  }

  /** If threads wait for room, and there is room, tells one of them. */
  public final void wakeIfRoom() {
    if (waiters.hasWaiters() && size() < capacity) {
      waiters.wakeOne();
    }
  }

  /** Removes the item behind {@code first}; null if that is not the head any more. */
  private @Nullable T removeAfter(Node<T> first) {
    Node<T> next = first.next;
    if (next == null || next == CLOSED || next == first) {
      return null;
    }
    T item = next.item; // before: who moves head clears it
    if (tail == first) {
      TAIL.compareAndSet(this, first, next); // invariant 4
    }
    if (!HEAD.compareAndSet(this, first, next)) {
      return null;
    }
    next.item = null;
    first.next = first; // promoted to the old generation, it would keep what is younger alive
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

  /** Refuses all items from now on, if none waits; and tells whether it does. */
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
  public boolean isSpent() {
    return head.next == CLOSED;
  }

  @Override
  public int remaining() {
    Node<T> next = head.next;
    return next == null || next == CLOSED ? 0 : Math.max(1, size());
  }

  /** Returns how many items wait, in constant time; perhaps less those that are being added. */
  @Override
  public final int size() {
    for (; ; ) {
      Node<T> first = head;
      long last = tail.number;
      if (head == first) {
        return (int) (last - first.number);
      }
    }
  }

  /** Returns the most items that waited at a time so far. */
  public final int highWater() {
    return highWater;
  }

  /** Returns how many items may wait. */
  public final int capacity() {
    return capacity;
  }

  /** Tells whether who waits is told at once whenever there is waiters. */
  public final boolean wakesAtEachRemoval() {
    return removalsPerWake == 1;
  }

  /** Returns who waits for waiters. */
  public final RoomWaiters waiters() {
    return waiters;
  }

  @Override
  public @Nullable Object source() {
    return source;
  }

  /** So many waited when an item was added. By the thread that added it. */
  protected void added(int waiting) {
    for (int last = highWater; waiting > last; last = highWater) {
      if (HIGH_WATER.compareAndSet(this, last, waiting)) {
        return;
      }
    }
  }

  @SuppressWarnings("unchecked") // it has no item
  private Node<T> closed() {
    return (Node<T>) CLOSED;
  }

  /** An item and its place; or the head, whose item is gone. */
  private static final class Node<T> {
    // Plain: written before the node is linked; cleared by the one that moved head here.
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
