package org.reactiveserializer.internal.waiting;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Items that one producer hands over in a row: a list of arrays that stays open while the owner stays. Only its
 * first item goes through the word. For the others the producer finds the run again, and appends: it writes one
 * slot and one count. The owner looks at the count once a pass, and seals the run before it leaves.
 *
 * <pre>
 *   count    1 ──► 2 ──► …       append, by the producer only
 *   count    n ──► ~n            seal, by anyone: the size is final
 * </pre>
 *
 * <p><b>Invariants</b>
 *
 * <ol>
 *   <li>{@code count} changes by {@code compareAndSet} alone. So an append either comes before the
 *       seal, and the owner, which looks once more behind the seal, will find the item; or it fails, and
 *       the item is still the producer's.
 *   <li>A slot is written before the {@code count} that covers it, and read behind a look at that count:
 *       plain accesses suffice, and a producer that is descheduled between the two holds up nobody.
 *   <li>A run that was handed over and is not sealed is in the word's list or in what its owner keeps, and the
 *       owner seals what it keeps before it leaves or closes: so an append that succeeds needs no signal.
 *   <li>A producer has at most one open run of a source, and never returns to an older one. The owner takes the
 *       list before it looks at counts. So when it meets the younger of two runs, the older one has all its items.
 * </ol>
 *
 * <p>The idea of runs that stay open is that of a flat-combining publication list (Hendler, Incze, Shavit and
 * Tzafrir 2010), whose records are looked at by the combiner as long as they are in use.
 *
 * @param <T> the type of the items
 */
public final class Run<T> extends RunOfProducer<T> {
  /** Slots of the first array. Each that follows has twice as many. */
  public static final int MIN_SLOTS = 8;

  /** As many as make an array's own bytes, and the step to the next, not matter any more. */
  public static final int MAX_SLOTS = 1024;

  /** So that no count overflows, however long the owner stays. */
  private static final int MAX_ITEMS = 1 << 30;

  /**
   * With more items than this behind it the owner is likely to be off its processor while producers fill the
   * heap, so they offer it theirs, and again whenever it is twice as many. More often does not pay: a producer is
   * faster, and so is the owner when it comes back to a long run, than the two of them side by side. A courtesy, not a
   * wait: nothing depends on it.
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
   * Makes an open run of one item, to be handed over by this thread.
   *
   * @param last the last run of this thread, perhaps: this one begins as long as that one was
   */
  public static <T> Run<T> of(T item, @Nullable Object source, @Nullable Run<?> last) {
    int slots = last == null ? MIN_SLOTS : Math.min(Math.max(last.length(), MIN_SLOTS), MAX_SLOTS);
    return new Run<>(item, source, slots, Thread.currentThread(), 1);
  }

  /**
   * Makes a run for owners to {@link #keep} what they bring while there is no demand for it. It is born sealed,
   * and no thread's: the right hands it on, with all that is in it.
   */
  public static <T> Run<T> kept(T item, @Nullable Object source) {
    return new Run<>(item, source, MIN_SLOTS, null, ~1);
  }

  /** Adds an item, by the owner, if this run is for that. */
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

  /** Appends an item, if this run is of this thread and open. */
  public boolean append(T item) {
    int n = count;
    if (n < 0 || n == MAX_ITEMS || producer != Thread.currentThread()) {
      return false;
    }
    Object[] array = writing;
    int slot = position;
    if (slot >= array.length - 1) {
      if (array == NOTHING) {
        return false; // it was sealed meanwhile, and let go
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
    array[slot] = null; // above the final count, so that nobody looks at it
    writing = NOTHING; // or an array would be kept that was made since the run was let go
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

  /** Removes the oldest item, by the owner, and looks whether more have come; null if there is none. */
  public @Nullable T poll() {
    if (remaining() == 0) {
      refresh();
    }
    return remaining() == 0 ? null : remove();
  }

  /** Tells whether nothing can be appended any more. */
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
        producer = null; // a thread that is done must not be kept by what it left
        return;
      }
    }
  }

  /** Whoever finds this run again needs only to see that it is sealed, and how long it was. */
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
      seal(); // whoever has brought nothing for two passes will bring another run
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

  /** Of those that {@linkplain #remaining remain}: it does not look whether there are any. */
  @Override
  @SuppressWarnings("unchecked") // append puts in only T, and extend links only arrays
  public T remove() {
    Object[] array = reading;
    int slot = readAt;
    if (slot == array.length - 1) {
      Object[] successor = (Object[]) array[slot];
      array[slot] = null; // promoted to the old generation, it would keep what is younger alive
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

/** What the owner writes, with every item. */
abstract class RunOfOwner<T> extends Items<T> {
  private final @Nullable Object source;

  // Where the next item is.
  Object[] reading = NOTHING;
  int readAt;

  /** Items that were removed. Others read it as a hint. */
  int polled;

  /** Items that the owner has counted. Others read it as a hint. */
  int known = 1;

  /** For how many passes nothing has come. */
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

/** Keeps apart what two threads write with every item. The {@code int}: see {@code ContendedCell}. */
abstract class RunGap<T> extends RunOfOwner<T> {
  @SuppressWarnings("unused")
  int gap;

  @SuppressWarnings("unused")
  long p0, p1, p2, p3, p4, p5, p6, p7;

  RunGap(@Nullable Object source) {
    super(source);
  }
}

/** What the producer writes, with every item. */
abstract class RunOfProducer<T> extends RunGap<T> {
  // By identity: a thread never mistakes another's run for its own. Others see it, or null.
  @Nullable Thread producer;

  // Whether it is no thread's.
  final boolean isForOwners;

  // Where the next item goes.
  Object[] writing = NOTHING;
  int position;

  // So many items ahead of the owner it offers it its processor.
  int yieldThreshold = Run.LONG_RUN;

  // Items appended; once sealed, the complement of it.
  volatile int count;

  RunOfProducer(@Nullable Object source, @Nullable Thread producer, int count) {
    super(source);
    this.producer = producer;
    this.isForOwners = producer == null;
    this.count = count;
  }
}
