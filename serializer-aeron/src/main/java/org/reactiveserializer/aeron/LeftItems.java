package org.reactiveserializer.aeron;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.Queue;
import org.agrona.concurrent.OneToOneConcurrentArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The items that an {@link OfferLoop} leaves to its own thread, and with them the right to use the outlet.
 *
 * <p><b>The right.</b> One number says how many items are left and not done. While it is 0, the thread that
 * emits may use the outlet; else the own thread. Only a thread that emits makes it positive, and only the
 * own thread makes it 0 again, when it has done the last item. (One thread emits at a time, and sees what
 * the one before it has done: §1.3.)
 *
 * <p><b>The end.</b> The own thread ends by one instruction that finds the number at 0 and makes it
 * negative. So an item is either left before that, and the own thread goes on, or after that, and the
 * thread that left it gets it back.
 */
class LeftItems<T> { // tests stop its threads
  private static final int CLOSED = Integer.MIN_VALUE;

  private final Queue<T> items;
  private volatile int count; // here, and not in an object: one load fewer for each item

  /** What has become of an item that was left. */
  enum Outcome {
    /** The own thread must be woken. */
    FIRST,
    /** The own thread is busy with another one. */
    NEXT,
    /** The own thread has ended, and does not use the outlet any more. */
    LATE
  }

  /**
   * Creates an empty queue.
   *
   * @param capacity how many items are left at most
   */
  LeftItems(int capacity) {
    items = new OneToOneConcurrentArrayQueue<>(capacity);
  }

  // By the thread that emits.

  /** Returns whether the thread that emits may use the outlet. */
  boolean isEmpty() {
    return count == 0;
  }

  Outcome add(T item) {
    if (!items.offer(item)) {
      throw new IllegalStateException("more items were emitted than requested (§1.1)");
    }
    int before = (int) COUNT.getAndAdd(this, 1);
    if (before >= 0) {
      return before == 0 ? Outcome.FIRST : Outcome.NEXT;
    }
    items.remove(); // nobody else takes it
    return Outcome.LATE;
  }

  // By the own thread.

  /** Returns the first item, or null if none is left. */
  @Nullable T first() {
    return count == 0 ? null : Objects.requireNonNull(items.peek());
  }

  /** The first item is done. If it is the only one, another thread may use the outlet from now on. */
  void removeFirst() {
    items.remove();
    COUNT.getAndAdd(this, -1);
  }

  /** Ends, if nothing is left. Returns whether it does. */
  boolean close() {
    return COUNT.compareAndSet(this, 0, CLOSED);
  }

  // By any thread.

  int size() {
    return Math.max(0, count);
  }

  private static final VarHandle COUNT;

  static {
    try {
      COUNT = MethodHandles.lookup().findVarHandle(LeftItems.class, "count", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
