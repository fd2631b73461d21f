package org.reactiveserializer.internal.waiting;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Items that one producer hands over in a row: a list of arrays that stays open during the owner's
 * stay. Only the first item goes through the word. For the others the producer finds the run again
 * and appends: it writes one slot and one count. The owner reads the count once a pass, and seals
 * the run before it leaves.
 *
 * <pre>
 *   count    1 ──► 2 ──► …       append, by the producer only
 *   count    n ──► ~n            seal, by any thread: the size is final
 * </pre>
 *
 * <p><b>Invariants</b>
 *
 * <ol>
 *   <li>{@code count} is changed by {@code compareAndSet} only. So an append either precedes the
 *       seal, and the owner, which reads the count once more after the seal, finds the item; or the
 *       append fails, and the producer keeps the item.
 *   <li>A slot is written before the {@code count} that covers it, and read after a read of that
 *       count. So plain accesses are enough, and a producer descheduled between the two writes
 *       holds up nobody.
 *   <li>A run that was handed over and is not sealed is in the word's list or kept by an owner,
 *       which seals what it keeps before it leaves or closes. So an append that succeeds needs no
 *       signal.
 *   <li>A producer appends only to its youngest run of a source, and never returns to an older one.
 *       The owner takes the list before it reads counts. So when it reaches the younger run, the
 *       older is complete.
 * </ol>
 *
 * <p>The idea of runs that stay open is that of a flat-combining publication list (Hendler, Incze,
 * Shavit and Tzafrir 2010), whose records the combiner looks at as long as they are in use.
 *
 * @param <T> the type of the items
 */
public final class Run<T> extends RunOfProducer<T> {
  /** How many slots the first array has, at least. Each following array has twice as many. */
  public static final int MIN_SLOTS = 8;

  /**
   * How many slots an array has at most: the cost of an array, shared by so many items, is
   * negligible.
   */
  public static final int MAX_SLOTS = 1024;

  /** The most items of a run: no count overflows, however long the owner stays. */
  private static final int MAX_ITEMS = 1 << 30;

  /**
   * If the owner is more than this many items behind, it is likely to be descheduled while
   * producers fill the heap. So a producer yields its processor once, and again whenever the
   * distance has doubled. To yield more often does not pay: a producer that runs alone, and an
   * owner that returns to a long run, are each faster than the two side by side. A courtesy and not
   * a wait: nothing depends on it.
   */
  static final int LONG_RUN = 1 << 15;

  private Run(T first, @Nullable Object source, int slots, @Nullable Thread producer, int count) {
    super(source, producer, count);
    Object[] array = new Object[slots + 1];
    array[0] = first;
    writing = array;
    reading = array;
    position = 1;
  }

  /**
   * Makes an open run of one item, for this thread to hand over, as large as {@code last} became.
   */
  public static <T> Run<T> of(T item, @Nullable Object source, @Nullable Run<?> last) {
    int slots = last == null ? MIN_SLOTS : Math.min(Math.max(last.length(), MIN_SLOTS), MAX_SLOTS);
    return new Run<>(item, source, slots, Thread.currentThread(), 1);
  }

  /**
   * Makes a run to which owners add items of their own by {@link #keep} while there is no demand
   * for them. It is sealed from the beginning and belongs to no thread: it passes from owner to
   * owner with the right.
   */
  public static <T> Run<T> kept(T item, @Nullable Object source) {
    return new Run<>(item, source, MIN_SLOTS, null, ~1);
  }

  /** Adds an item, by the owner. Returns false if this run is not {@link #kept}, or full. */
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
    known = n + 1;
    count = ~known;
    return true;
  }

  /** Appends an item. Returns false if this run is of another thread, sealed, or full. */
  public boolean append(T item) {
    int n = count;
    if (n < 0 || n == MAX_ITEMS || producer != Thread.currentThread()) {
      return false;
    }
    Object[] array = writing;
    int slot = position;
    if (slot >= array.length - 1) {
      if (array == NOTHING) {
        return false; // it was sealed meanwhile, and released
      }
      yieldIfFarAhead(n - polled);
      array = extend(array);
      slot = 0;
    }
    array[slot] = item;
    if (COUNT.compareAndSet(this, n, n + 1)) {
      position = slot + 1;
      return true;
    }
    array[slot] = null; // the slot is above the final count, so no other thread reads it
    writing = NOTHING; // otherwise an array made after the release of the run would be retained
    return false;
  }

  @SuppressWarnings("ThreadPriorityCheck") // nothing relies on the scheduler: see LONG_RUN
  private void yieldIfFarAhead(int ahead) {
    if (ahead > yieldThreshold) {
      yieldThreshold = 2 * ahead;
      Thread.yield();
    } else if (ahead < LONG_RUN) {
      yieldThreshold = LONG_RUN;
    }
  }

  private Object[] extend(Object[] full) {
    Object[] next = new Object[Math.min(2 * (full.length - 1), MAX_SLOTS) + 1];
    full[full.length - 1] = next;
    writing = next;
    position = 0;
    return next;
  }

  /**
   * Removes the oldest item, looking for more if none is left; null if there is none. By the owner.
   */
  public @Nullable T poll() {
    if (remaining() == 0) {
      refresh();
    }
    return remaining() == 0 ? null : remove();
  }

  /** Returns whether nothing can be appended any more. */
  public boolean isSealed() {
    return count < 0;
  }

  /** Returns how many items were appended. By any thread. */
  public int length() {
    int n = count;
    return n < 0 ? ~n : n;
  }

  /** Returns how many items the owner does not know of yet. By any thread. */
  int growth() {
    return Math.max(0, length() - known);
  }

  @Override
  public void seal() {
    for (int n = count; n >= 0; n = count) {
      if (COUNT.compareAndSet(this, n, ~n)) {
        producer = null; // items that wait must not keep a finished thread alive
        return;
      }
    }
  }

  /**
   * A thread that finds this run again needs to see only that it is sealed, and how long it was.
   */
  @Override
  public void release() {
    reading = NOTHING;
    writing = NOTHING;
  }

  @Override
  public int refresh() {
    int n = length();
    int more = n - known;
    known = n;
    if (more != 0) {
      quietPasses = 0;
    } else if (++quietPasses > 1 && count >= 0) {
      seal(); // a producer that added nothing for two passes will open another run
      return refresh();
    }
    return more;
  }

  @Override
  public int remaining() {
    return known - polled;
  }

  @Override
  public boolean isSpent() {
    return polled == known && ~count == known;
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
          MethodHandles.lookup(), "count", VarHandle.class, RunOfProducer.class, int.class);
}

/** What the owner writes with every item. */
abstract class RunOfOwner<T> extends Items<T> {
  private final @Nullable Object source;

  // The slot of the next item to remove.
  Object[] reading = NOTHING;
  int readAt;

  /** How many items were removed. Other threads read it as a hint. */
  int polled;

  /** How many items the owner knows of. Other threads read it as a hint. */
  int known = 1;

  /** For how many passes in a row nothing was added. */
  int quietPasses;

  static final Object[] NOTHING = {};

  RunOfOwner(@Nullable Object source) {
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
abstract class RunGap<T> extends RunOfOwner<T> {
  @SuppressWarnings("unused")
  int gap;

  @SuppressWarnings("unused")
  long p0, p1, p2, p3, p4, p5, p6, p7;

  RunGap(@Nullable Object source) {
    super(source);
  }
}

/** What the producer writes with every item. */
abstract class RunOfProducer<T> extends RunGap<T> {
  // Plain, and compared by identity: other threads read it, or null, and neither is themselves.
  @Nullable Thread producer;

  // Whether it belongs to no thread: see Run.kept.
  final boolean isForOwners;

  // The slot for the next item to append.
  Object[] writing = NOTHING;
  int position;

  // The producer yields when it is more than this many items ahead of the owner.
  int yieldThreshold = Run.LONG_RUN;

  // How many items were appended; the complement of it once the run is sealed.
  volatile int count;

  RunOfProducer(@Nullable Object source, @Nullable Thread producer, int count) {
    super(source);
    this.producer = producer;
    this.isForOwners = producer == null;
    this.count = count;
  }
}
