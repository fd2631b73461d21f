package org.reactiveserializer.benchmarks.alternatives;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.right.Work;

/**
 * Items that one producer handed over in a row, with nobody in between. A producer whose last run
 * is still the youngest in the list appends to it, as long as it is not sealed and has a slot.
 *
 * <pre>
 *   count    1 ──► 2 ──► … ──► full        append, by the producer only
 *   count    n ──► ~n                      seal, by anyone: the size is final
 * </pre>
 *
 * <p>{@code count} changes by {@code compareAndSet} alone. So an append either comes before the
 * seal, and the owner, which polls only what is sealed, will find the item; or it fails, and the
 * item is still the producer's. A slot is written before the {@code count} that covers it, and read
 * after the seal, so plain accesses suffice.
 *
 * <p>To ask for the {@link #size} is to seal. The library asks for it at the two moments when it
 * must be final: when another run is put on top, of this one, and when the list is taken, of its
 * head.
 */
final class SealedRun extends Work {
  /** Slots for more than the first item. A lone item needs none; a following run doubles them. */
  private static final int FEWEST = 8;

  // By identity: a thread never mistakes another's run for its own.
  private final Thread producer = Thread.currentThread();

  private @Nullable Integer first;
  private @Nullable Integer @Nullable [] more;
  private final int slots;

  // Items appended; once sealed, the complement of it.
  private volatile int count = 1;

  // Items polled. Of the owner.
  private int polled;

  private SealedRun(Integer first, int slots) {
    this.first = first;
    this.slots = slots;
  }

  /**
   * Makes a run of one item, to be handed over by this thread after {@code youngest}.
   *
   * @param most the most slots that it may have
   */
  static SealedRun of(Integer item, @Nullable SealedRun youngest, int most) {
    if (youngest != null && youngest.isOfThisThread()) {
      return new SealedRun(item, Math.min(2 * youngest.slots, most));
    }
    return new SealedRun(item, FEWEST);
  }

  /** Appends an item, if this run is of this thread, not sealed and not full. */
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
    items[n - 1] = null; // above the final count, so that nobody looks at it
    return false;
  }

  /** Removes the oldest item, by the owner; null if none is left and none can be added. */
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

  /** Seals this run, by any thread, any number of times, and returns how many items it has got. */
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
          MethodHandles.lookup(), "count", VarHandle.class, SealedRun.class, int.class);
}
