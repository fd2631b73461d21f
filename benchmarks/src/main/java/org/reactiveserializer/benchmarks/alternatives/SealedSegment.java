package org.reactiveserializer.benchmarks.alternatives;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.drain.Work;

/**
 * Items that one producer handed over in a row, without an item of another producer in between. A
 * producer whose last segment is still the youngest in the list appends to it, as long as the segment is
 * not sealed and has a free slot.
 *
 * <pre>
 *   count    1 ──► 2 ──► … ──► full        append, by the producer only
 *   count    n ──► ~n                      seal, by any thread: the size is final
 * </pre>
 *
 * <p>{@code count} changes by {@code compareAndSet} only. So an append either precedes the seal,
 * and the owner, which polls only sealed segments, finds the item; or it fails, and the producer keeps
 * the item. A slot is written before the {@code count} that covers it, and read after the seal, so
 * plain accesses suffice.
 *
 * <p>Reading the {@link #size} seals the segment. The library reads it at the two moments when it must
 * be final: that of a segment when another segment is put on top of it, and that of the youngest segment when
 * the list is taken.
 */
final class SealedSegment extends Work {
  /**
   * Slots for the items after the first. A segment of one item needs none; the next segment has twice as
   * many.
   */
  private static final int FEWEST = 8;

  // Compared by identity: a thread never mistakes another thread's run for its own.
  private final Thread producer = Thread.currentThread();

  private @Nullable Integer first;
  private @Nullable Integer @Nullable [] more;
  private final int slots;

  // The number of items; its complement once the segment is sealed.
  private volatile int count = 1;

  // The number of items polled. Accessed by the owner only.
  private int polled;

  private SealedSegment(Integer first, int slots) {
    this.first = first;
    this.slots = slots;
  }

  /**
   * Creates a segment of one item, which this thread will hand over on top of {@code youngest}.
   *
   * @param most the maximum number of its slots
   */
  static SealedSegment of(Integer item, @Nullable SealedSegment youngest, int most) {
    if (youngest != null && youngest.isOfThisThread()) {
      return new SealedSegment(item, Math.min(2 * youngest.slots, most));
    }
    return new SealedSegment(item, FEWEST);
  }

  /** Appends an item, if this segment is of this thread, not sealed and not full. */
  boolean append(Integer item) {
    int n = count;
    if (n < 0 || n > slots || !isOfThisThread()) {
      return false;
    }
    @Nullable Integer[] items = slots();
    items[n - 1] = item;
    if (COUNT.compareAndSet(this, n, n + 1)) {
      return true;
    }
    items[n - 1] = null; // beyond the final count, so no thread reads it
    return false;
  }

  /** Removes the oldest item. Called by the owner; null if none is left and none can be added. */
  @Nullable Integer poll() {
    int n = polled;
    if (n == size()) {
      return null;
    }
    polled = n + 1;
    Integer item;
    if (n == 0) {
      item = first;
      first = null;
    } else {
      @Nullable Integer[] items = slots();
      item = items[n - 1];
      items[n - 1] = null;
    }
    return Objects.requireNonNull(item);
  }

  /**
   * Seals this segment and returns the number of its items. Can be called by any thread, any number of
   * times.
   */
  @Override
  protected int size() {
    int n = count;
    while (n >= 0) {
      if (COUNT.compareAndSet(this, n, ~n)) {
        return n;
      }
      n = count;
    }
    return ~n;
  }

  private boolean isOfThisThread() {
    return producer == Thread.currentThread();
  }

  private @Nullable Integer[] slots() {
    @Nullable Integer[] items = more;
    if (items == null) {
      items = new Integer[slots];
      more = items;
    }
    return items;
  }

  private static final VarHandle COUNT =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "count", VarHandle.class, SealedSegment.class, int.class);
}
