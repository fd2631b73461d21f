package org.reactiveserializer.internal.emission;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Items that one producer handed over in a row, with nobody in between: an unrolled node. A
 * producer whose last run is still the youngest in the list appends to it instead of handing over
 * another node, which spares the emitter, and the garbage collector, a node an item.
 *
 * <pre>
 *   count    1 ──► 2 ──► … ──► full        append, by the producer only
 *   count    n ──► ~n                      seal, by anyone: the size is final
 * </pre>
 *
 * <p><b>Invariants</b>
 *
 * <ol>
 *   <li>{@code count} changes by {@code compareAndSet} alone. So an append either comes before the
 *       seal, and the emitter, which polls only what is sealed, will find the item; or it fails, and
 *       the item is still the producer's.
 *   <li>A slot is written before the {@code count} that covers it, and read after the seal: plain
 *       accesses suffice, and a producer that is descheduled between the two holds up nobody.
 *   <li>A run that was handed over and is not sealed is in the list, or was swapped out by an owner
 *       who has not asked for its size yet: {@code take} and {@code close} seal first. So an append
 *       that succeeds needs no signal. Between the swap and the seal at most as many appends as there
 *       are slots can make the seal try again, so it is wait-free.
 * </ol>
 *
 * @param <T> the type of the items
 */
public final class Run<T> extends Items<T> {
  /** Slots for more than the first item. A lone item needs none; a following run doubles them. */
  private static final int FEWEST = 8;

  /** As many as make the node's own bytes, and the steps between nodes, not matter any more. */
  private static final int MOST = 128;

  // By identity: a thread never mistakes another's run for its own.
  private final Thread producer = Thread.currentThread();

  private final @Nullable Object source;

  private @Nullable T first;
  private @Nullable T @Nullable [] more;
  private final int slots;

  // Items appended; once sealed, the complement of it.
  private volatile int count = 1;

  // Items polled. Of the owner.
  private int polled;

  private Run(T first, @Nullable Object source, int slots) {
    this.first = first;
    this.source = source;
    this.slots = slots;
  }

  /** Makes a run of one item, to be handed over by this thread after {@code youngest}. */
  public static <T> Run<T> of(T item, @Nullable Work youngest) {
    return of(item, null, youngest);
  }

  /** As the other, of an item that comes from {@code source}. */
  public static <T> Run<T> of(T item, @Nullable Object source, @Nullable Work youngest) {
    if (youngest instanceof Run<?> last && last.source == source && last.isOfThisThread()) {
      return new Run<>(item, source, Math.min(2 * last.slots, MOST));
    }
    return new Run<>(item, source, FEWEST);
  }

  /** Appends an item, if this run is of this thread, not sealed and not full. */
  public boolean append(T item) {
    int n = count;
    if (n < 0 || n > slots || !isOfThisThread()) {
      return false;
    }
    @Nullable T[] items = slots();
    items[n - 1] = item;
    if (COUNT.compareAndSet(this, n, n + 1)) {
      return true;
    }
    items[n - 1] = null; // above the final count, so that nobody looks at it
    return false;
  }

  /** Removes the oldest item, by the owner; null if none is left. */
  public @Nullable T poll() {
    return remaining() == 0 ? null : remove();
  }

  @Override
  @Nullable Object source() {
    return source;
  }

  /** Once sealed, it only gets less. */
  @Override
  int remaining() {
    return size() - polled;
  }

  @Override
  boolean isSpent() {
    return remaining() == 0;
  }

  /** Of those that {@linkplain #remaining remain}: it does not look whether there are any. */
  @Override
  protected T remove() {
    int n = polled;
    @Nullable T[] items = n == 0 ? null : slots(); // before anything is written: it needs stack
    T item;
    if (items == null) {
      item = first;
      first = null;
    } else {
      item = items[n - 1];
      items[n - 1] = null;
    }
    polled = n + 1;
    return Objects.requireNonNull(item);
  }

  @Override
  protected int size() {
    int n = count;
    return n < 0 ? ~n : n;
  }

  @Override
  protected void seal() {
    for (int n = count; n >= 0; n = count) {
      if (COUNT.compareAndSet(this, n, ~n)) {
        return;
      }
    }
  }

  private boolean isOfThisThread() {
    return producer == Thread.currentThread();
  }

  @SuppressWarnings("unchecked") // never leaves this class, which puts in only T
  private @Nullable T[] slots() {
    @Nullable T[] items = more;
    if (items == null) {
      items = (T[]) new Object[slots];
      more = items;
    }
    return items;
  }

  private static final VarHandle COUNT =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "count", VarHandle.class, Run.class, int.class);
}
