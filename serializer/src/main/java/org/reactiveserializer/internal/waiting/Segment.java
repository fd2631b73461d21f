package org.reactiveserializer.internal.waiting;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Items that one producer hands over in a row: a list of arrays that stays open until the owner
 * takes it. Only the first item goes through the word. Each following one costs its producer one
 * slot and one count, as long as this segment is the youngest node of the list.
 *
 * <pre>
 *   count    1 ──► 2 ──► …       append, by the producer only
 *   count    n ──► ~n            seal, by the owner that took the segment: the size is final
 * </pre>
 *
 * <p><b>Invariants</b>
 *
 * <ol>
 *   <li>{@code count} is changed by {@code compareAndSet} only. So an append either precedes the
 *       seal, and the owner, which learns the size from the seal, finds the item; or the append
 *       fails, and the producer keeps the item.
 *   <li>A slot is written before the {@code count} that covers it, and read after the seal of that
 *       count. So plain accesses are enough, and a producer descheduled between the two writes
 *       holds up nobody.
 *   <li>A segment that was handed over and is not sealed is in the word's list, or in the hands of an
 *       owner that is about to seal it. So an append that succeeds needs no signal.
 *   <li><b>Order.</b> A producer appends to a segment only if it found that segment as the youngest node of
 *       the word <em>within the same call</em>. Whatever was handed over before that call lies in
 *       this segment or below it, so it is delivered first. What is handed over after the look is
 *       concurrent with the call, so either order is right. And whatever is handed over after the
 *       call lies above this segment: the owner seals the segments of a batch before it delivers any item
 *       of it, and before it takes another batch.
 * </ol>
 *
 * <p>Invariant 4 is what makes the serializer a linearizable FIFO queue. A producer that kept its
 * run and went on appending to it, while younger nodes lay above, would only keep the order of each
 * thread: the order of a source that changes threads would be lost.
 *
 * @param <T> the type of the items
 */
public final class Segment<T> extends SegmentOfProducer<T> {
  /** How many slots the first array has. Each following array has twice as many. */
  public static final int MIN_SLOTS = 8;

  /**
   * How many slots an array has at most: the cost of an array, shared by so many items, is
   * negligible.
   */
  public static final int MAX_SLOTS = 1024;

  /**
   * If a segment has so many items, the owner is likely to be off its processor, or slow. To yield more
   * often than when the segment has doubled would slow down a producer whose owner is just slow.
   */
  private static final int LONG = 1 << 15;

  /** The most items of a segment: no count overflows, however long the owner is away. */
  private static final int MAX_ITEMS = 1 << 30;

  private Segment(T first, @Nullable Object source, @Nullable Thread producer, int count) {
    super(source, producer, count);
    Object[] array = new Object[MIN_SLOTS + 1];
    array[0] = first;
    writing = array;
    reading = array;
    position = 1;
  }

  /** Makes an open segment of one item, for this thread to hand over. */
  public static <T> Segment<T> of(T item, @Nullable Object source) {
    return new Segment<>(item, source, Thread.currentThread(), 1);
  }

  /**
   * Makes a segment to which owners add items of their own by {@link #keep} while there is no demand
   * for them. It is sealed from the beginning and belongs to no thread: it passes from owner to
   * owner with ownership.
   */
  public static <T> Segment<T> kept(T item, @Nullable Object source) {
    Segment<T> segment = new Segment<>(item, source, null, ~1);
    segment.size = 1;
    return segment;
  }

  /** Adds an item, by the owner. Returns false if this segment is not {@link #kept}, or full. */
  public boolean keep(T item) {
    int n = ~count;
    if (!isForOwners || n == MAX_ITEMS) {
      return false;
    }
    Object[] array = writing;
    int slot = position;
    if (slot == array.length - 1) {
      array = extend(array);
      slot = 0;
    }
    array[slot] = item;
    position = slot + 1;
    size = n + 1;
    count = ~size;
    return true;
  }

  /**
   * Appends an item. Returns false if this segment is of another thread, sealed, or full. The caller
   * must have found this segment as the youngest node: invariant 4.
   */
  public boolean append(T item) {
    int n = count;
    if (n < 0 || n == MAX_ITEMS || producer != Thread.currentThread()) {
      return false;
    }
    Object[] array = writing;
    int slot = position;
    if (slot == array.length - 1) {
      if (slot == MAX_SLOTS) {
        yieldIfDoubled(n);
      }
      array = extend(array);
      slot = 0;
    }
    array[slot] = item;
    if (COUNT.compareAndSet(this, n, n + 1)) {
      position = slot + 1;
      return true;
    }
    array[slot] = null; // the slot is above the final count, so no other thread reads it
    return false;
  }

  /** Offers this thread's processor to the owner when this segment has become long, or twice as long. */
  @SuppressWarnings("ThreadPriorityCheck") // a courtesy: nothing relies on the scheduler
  private static void yieldIfDoubled(int n) {
    if (n > LONG && Integer.highestOneBit(n) != Integer.highestOneBit(n - MAX_SLOTS)) {
      Thread.yield();
    }
  }

  private Object[] extend(Object[] full) {
    Object[] next = new Object[Math.min(2 * (full.length - 1), MAX_SLOTS) + 1];
    full[full.length - 1] = next;
    writing = next;
    position = 0;
    return next;
  }

  /** Returns how many items were appended. By any thread. */
  @Override
  public int size() {
    int n = count;
    return n < 0 ? ~n : n;
  }

  @Override
  protected boolean isGrowing() {
    Thread other = producer;
    return other != null && other != Thread.currentThread();
  }

  @Override
  public int seal() {
    for (int n = count; n >= 0; n = count) {
      if (COUNT.compareAndSet(this, n, ~n)) {
        producer = null; // items that wait must not keep a finished thread alive
      }
    }
    size = ~count;
    return size;
  }

  @Override
  public int remaining() {
    return size - polled;
  }

  @Override
  public boolean isSpent() {
    return polled == size;
  }

  /**
   * Removes the oldest item. There must be one that {@linkplain #remaining remains}: this is not
   * checked.
   */
  @Override
  @SuppressWarnings("unchecked") // append and keep store only T, and extend links only arrays
  public T remove() {
    Object[] array = reading;
    int slot = readAt;
    if (slot == array.length - 1) {
      Object[] successor = (Object[]) array[slot];
      array[slot] = null; // an array promoted to the old generation would keep younger ones alive
      array = successor;
      reading = successor;
      slot = 0;
    }
    T item = (T) array[slot];
    array[slot] = null;
    readAt = slot + 1;
    polled++;
    return item;
  }

  private static final VarHandle COUNT =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "count", VarHandle.class, SegmentOfProducer.class, int.class);
}

/** What the owner writes with every item. */
abstract class SegmentOfOwner<T> extends Items<T> {
  private final @Nullable Object source;

  // The slot of the next item to remove.
  Object[] reading = {};
  int readAt;

  /** How many items were removed. */
  int polled;

  /** How many items there were when the owner sealed this segment. */
  int size;

  SegmentOfOwner(@Nullable Object source) {
    this.source = source;
  }

  @Override
  public final @Nullable Object source() {
    return source;
  }
}

/**
 * Padding between what two threads write with every item. The {@code int}: see
 * {@code ContendedCell}.
 */
abstract class SegmentGap<T> extends SegmentOfOwner<T> {
  @SuppressWarnings("unused")
  int gap;

  @SuppressWarnings("unused")
  long p0, p1, p2, p3, p4, p5, p6, p7;

  SegmentGap(@Nullable Object source) {
    super(source);
  }
}

/** What the producer writes with every item. */
abstract class SegmentOfProducer<T> extends SegmentGap<T> {
  // Plain, and compared by identity: other threads read it, or null, and neither is themselves.
  @Nullable Thread producer;

  // Whether it belongs to no thread: see Segment.kept.
  final boolean isForOwners;

  // The slot for the next item to append.
  Object[] writing = {};
  int position;

  // How many items were appended; the complement of it once the segment is sealed.
  volatile int count;

  SegmentOfProducer(@Nullable Object source, @Nullable Thread producer, int count) {
    super(source);
    this.producer = producer;
    this.isForOwners = producer == null;
    this.count = count;
  }
}
