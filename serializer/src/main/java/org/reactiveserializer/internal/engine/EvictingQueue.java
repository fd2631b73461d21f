package org.reactiveserializer.internal.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.internal.events.Events;

/**
 * What waits if the oldest item makes way for a new one: a queue from which any thread may remove. A producer
 * adds its item here, and then only signals. So nothing waits in the word's list.
 *
 * <p>A linked queue whose first node is one whose item was removed already (Michael and Scott 1996,
 * "Simple, Fast, and Practical Non-Blocking and Blocking Concurrent Queue Algorithms"). The nodes are
 * numbered, and have the weight of all nodes so far: so the bounds need no contended word of their own.
 *
 * <p><b>Invariants</b>
 *
 * <ol>
 *   <li>What waits are the last so many items of the queue as the bounds allow: the others have lost their
 *       place by the step that linked the new one. Whoever moves {@code head} past an item that lost its
 *       place discards it. If the owner removes it first, it is delivered, as if that had happened
 *       before; then another one keeps its place.
 *   <li>{@code head} only moves forward, and {@code tail} is never behind it: a thread that would move
 *       {@code head} past it moves it first.
 *   <li>Once CLOSED follows the last node, it does so for ever. Each item was added before that, and is
 *       removed by some thread; or it is refused.
 * </ol>
 *
 * <p><b>Progress.</b> All methods are lock-free, wherever a thread stands still: a node is either in the
 * queue completely or not at all.
 *
 * @param <T> the type of the items
 */
final class EvictingQueue<T> extends Backlog<T> {
  private static final Cell CLOSED = new Cell(null);

  private final int capacity;
  private final long maxWeight;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile Cell head = new Cell(null);

  @SuppressWarnings("unused") // through the VarHandle
  private volatile Cell tail = head;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile int most;

  /** Creates an empty queue; {@code weigher} says what items weigh, and bounds nothing itself. */
  EvictingQueue(int capacity, long maxWeight, Room<T> weigher) {
    super(weigher);
    this.capacity = capacity;
    this.maxWeight = maxWeight;
  }

  private static final class Cell {
    // Plain: written before the node is linked; cleared by the thread that moved head here.
    @Nullable Object form;
    long number;
    long weightSoFar;
    volatile @Nullable Cell next;

    Cell(@Nullable Object form) {
      this.form = form;
    }
  }

  // What a producer calls.

  @Override
  EmitOutcome offer(Emitter<T> emitter, Source source, T item) {
    Object form = room.formOf(item);
    if (form == null) {
      return EmitOutcome.OVERFLOW;
    }
    StackCheck.ensure(); // before the item is published: others lose their places, and have hooks
    if (!link(form)) {
      return emitter.refusal();
    }
    emitter.counts().countContended();
    emitter.signal();
    evict(emitter); // only now: a hook that takes long holds up nobody but its own thread
    return EmitOutcome.QUEUED;
  }

  private boolean link(Object form) {
    Cell cell = new Cell(form);
    for (; ; ) {
      Cell last = tail;
      Cell next = last.next;
      if (next == CLOSED) {
        return false;
      }
      if (next != null) {
        help(last, next);
      } else {
        cell.number = last.number + 1;
        cell.weightSoFar = last.weightSoFar + room.weightOf(form);
        if (NEXT.compareAndSet(last, (Cell) null, cell)) {
          TAIL.compareAndSet(this, last, cell); // fails if another thread did it
          raise((int) Math.min(cell.number - head.number, capacity));
          return true;
        }
      }
    }
  }

  private void raise(int waiting) {
    for (int last = most; waiting > last; last = most) {
      if (MOST.compareAndSet(this, last, waiting)) {
        return;
      }
    }
  }

  private void help(Cell last, Cell next) {
    if (next != last) { // otherwise it was removed meanwhile
      TAIL.compareAndSet(this, last, next);
    }
  }

  @Override
  void evict(Emitter<T> emitter) {
    for (Cell first = head; isBeyond(first, tail); first = head) { // head first: never too many
      Object oldest = removeAfter(first);
      if (oldest != null) {
        Events.overflow(emitter, capacity, "DROP_OLDEST");
        emitter.discard(room.itemOf(oldest));
        emitter.reportLoss("DROP_OLDEST evicts those that wait");
      }
    }
  }

  private boolean isBeyond(Cell first, Cell last) {
    return last.number - first.number > capacity
        || last.weightSoFar - first.weightSoFar > maxWeight;
  }

  /** Removes the item behind {@code first}; null if there is none, or {@code first} is not the head. */
  private @Nullable Object removeAfter(Cell first) {
    Cell next = first.next;
    if (next == null || next == CLOSED || next == first) {
      return null;
    }
    Object form = next.form; // read before head moves: the thread that moves head clears it
    if (tail == first) {
      TAIL.compareAndSet(this, first, next); // invariant 2
    }
    if (!HEAD.compareAndSet(this, first, next)) {
      return null;
    }
    next.form = null;
    first.next = first; // a node promoted to the old generation would keep younger ones alive
    return form;
  }

  @Override
  int waiting(@Nullable Node list) {
    Cell first = head; // before tail, so that this is never negative
    return (int) Math.min(tail.number - first.number, capacity);
  }

  @Override
  int highWater() {
    return most;
  }

  @Override
  public long weight() {
    Cell first = head;
    return Math.min(tail.weightSoFar - first.weightSoFar, maxWeight);
  }

  @Override
  public int capacity() {
    return capacity;
  }

  // What the owner calls.

  @Override
  boolean isEmpty() {
    Cell next = head.next;
    return next == null || next == CLOSED;
  }

  @Override
  Source source() {
    return Source.ONLY; // an operator with several has no bound
  }

  @Override
  @Nullable T remove() {
    Object form = removeAfter(head);
    return form == null ? null : room.itemOf(form);
  }

  @Override
  boolean keep(Source source, T item) {
    Object form = room.formOf(item);
    if (form == null) {
      return false;
    }
    StackCheck.ensure(); // as above
    return link(form);
  }

  @Override
  void close() {
    for (; ; ) {
      Cell last = tail;
      Cell next = last.next;
      if (next == CLOSED || (next == null && NEXT.compareAndSet(last, (Cell) null, CLOSED))) {
        return;
      }
      if (next != null) {
        help(last, next);
      }
    }
  }

  @Override
  boolean tryClose() {
    for (; ; ) {
      Cell first = head;
      Cell next = first.next;
      if (next == CLOSED || (next == null && NEXT.compareAndSet(first, (Cell) null, CLOSED))) {
        return true;
      }
      if (next != null && next != first) {
        return false;
      }
    }
  }

  private static final VarHandle HEAD = Fields.handle(MethodHandles.lookup(), "head", Cell.class);
  private static final VarHandle TAIL = Fields.handle(MethodHandles.lookup(), "tail", Cell.class);
  private static final VarHandle MOST = Fields.handle(MethodHandles.lookup(), "most", int.class);
  private static final VarHandle NEXT =
      Fields.handle(MethodHandles.lookup(), Cell.class, "next", Cell.class);
}
