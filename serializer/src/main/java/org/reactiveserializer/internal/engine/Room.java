package org.reactiveserializer.internal.engine;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * How many items may wait: permits. A producer acquires one before it hands its item over, and the
 * owner releases it when it removes the item (as a channel of tokio pairs one list with a semaphore).
 *
 * <p><b>Invariants</b>
 *
 * <ol>
 *   <li>An item waits only while it holds a permit. Until the end both sums only grow, and a producer reads {@code
 *       released} after {@code acquired}: so when its {@code compareAndSet} succeeds, at most as many
 *       permits are out as it counted. Never more than the capacity wait; but for a moment also one that is
 *       delivered next: see {@link #acquire}.
 *   <li>If it counted as many as the capacity, then so many were out when it read {@code released}.
 *   <li>A producer that stands still between its permit and its hand-over holds one place. Nobody
 *       waits for it.
 * </ol>
 */
abstract class Room<T> {
  private static final Line<?> NOBODY = new Line<>(Runnable::run);

  /** Those who wait for room. */
  final Line<T> line;

  private Room(Line<T> line) {
    this.line = line;
  }

  static final Room<?> UNLIMITED = new Unlimited<>();

  @SuppressWarnings("unchecked") // it keeps nothing
  static <T> Room<T> unlimited() {
    return (Room<T>) UNLIMITED;
  }

  @SuppressWarnings("unchecked") // nobody joins it
  static <T> Line<T> nobody() {
    return (Line<T>) NOBODY;
  }

  /** Returns what waits in place of {@code item}; null if that may not wait at all. */
  @Nullable Object formOf(T item) {
    return item;
  }

  /**
   * Acquires what {@code form} needs, for a producer. Returns false if there is not so much room, or others
   * wait for it. By any thread.
   */
  boolean tryTake(Object form) {
    return !line.hasItems() && tryAcquire(form);
  }

  /** Acquires what {@code form} needs, for the first in the line. Returns false if there is no room. */
  abstract boolean tryAcquire(Object form);

  /** Acquires what {@code form} needs, although there is no room: for an item that is delivered next. */
  abstract void acquire(Object form);

  /** Gives back what {@code form} has acquired, since the stream has ended. By its producer. */
  abstract void giveBack(Object form);

  /** Returns whether at most half is used: so callbacks run for many places, and not for each. By the owner. */
  boolean isHalfFree() {
    return used() <= capacity() / 2;
  }

  /** Releases what {@code form} has acquired, and returns its item. By the owner. */
  T release(Object form) {
    return itemOf(form);
  }

  /** Returns the item that waited as {@code form}. */
  @SuppressWarnings("unchecked") // formOf returned it
  T itemOf(Object form) {
    return (T) form;
  }

  /** Returns what {@code form} weighs; 0 if that does not matter. */
  long weightOf(Object form) {
    return 0;
  }

  /** Returns how many items hold room; -1 if nobody counts. By any thread. */
  int used() {
    return -1;
  }

  /** Returns whether one may need less room than another. */
  boolean isWeighed() {
    return false;
  }

  /** Returns how much the items that wait weigh; 0 if that does not matter. */
  long usedWeight() {
    return 0;
  }

  int capacity() {
    return Integer.MAX_VALUE;
  }

  /** Returns what a message says if an item found no room. */
  String whyFull() {
    return used() + " items wait, which is the capacity";
  }

  /** Room for any number of items. */
  private static final class Unlimited<T> extends Room<T> {
    Unlimited() {
      super(nobody());
    }

    @Override
    boolean tryTake(Object form) {
      return true;
    }

    @Override
    boolean tryAcquire(Object form) {
      return true;
    }

    @Override
    void acquire(Object form) {}

    @Override
    void giveBack(Object form) {}
  }

  /** Room for so many items. */
  static final class Counted<T> extends Room<T> {
    // Producers contend for one sum, and the owner writes the other: so each has its own lines.
    private static final int ACQUIRED = 8;
    private static final int RELEASED = 2 * ACQUIRED;

    private final AtomicLongArray sums = new AtomicLongArray(3 * ACQUIRED);
    private final int capacity;

    Counted(int capacity, Line<T> line) {
      super(line);
      this.capacity = capacity;
    }

    @Override
    boolean tryAcquire(Object form) {
      for (; ; ) {
        long n = sums.get(ACQUIRED);
        if (n - sums.get(RELEASED) >= capacity) {
          return false;
        }
        if (sums.compareAndSet(ACQUIRED, n, n + 1)) {
          return true;
        }
      }
    }

    @Override
    void acquire(Object form) {
      sums.getAndIncrement(ACQUIRED);
    }

    @Override
    void giveBack(Object form) {
      sums.getAndDecrement(ACQUIRED);
    }

    @Override
    T release(Object form) {
      sums.setRelease(RELEASED, sums.getPlain(RELEASED) + 1); // the owner's own: it wrote it last
      return super.release(form);
    }

    @Override
    int used() {
      long out = sums.get(RELEASED); // first, so that this is never negative
      return (int) Math.min(sums.get(ACQUIRED) - out, capacity);
    }

    @Override
    int capacity() {
      return capacity;
    }
  }

  /** Room for so many items of so much weight. */
  static final class Weighed<T> extends Room<T> {
    private final int capacity;
    private final long maxWeight;
    private final ToLongFunction<? super T> weigher;
    private final Consumer<? super Throwable> onFailure;

    // Both sums change in one step, so that no item counts by its number and not yet by its weight.
    private final AtomicReference<Sums> acquired = new AtomicReference<>(new Sums(0, 0));

    private volatile Sums released = new Sums(0, 0);

    Weighed(
        int capacity,
        long maxWeight,
        ToLongFunction<? super T> weigher,
        Consumer<? super Throwable> onFailure,
        Line<T> line) {
      super(line);
      this.capacity = capacity;
      this.maxWeight = maxWeight;
      this.weigher = weigher;
      this.onFailure = onFailure;
    }

    private record Sums(long items, long weight) {
      Sums plus(int moreItems, long moreWeight) {
        return new Sums(items + moreItems, weight + moreWeight);
      }
    }

    private record Heavy(Object item, long weight) {}

    @Override
    @Nullable Object formOf(T item) {
      long weight = weigh(item);
      return weight > maxWeight ? null : new Heavy(item, weight);
    }

    private long weigh(T item) {
      try {
        long weight = weigher.applyAsLong(item);
        if (weight >= 0) {
          return weight;
        }
        onFailure.accept(
            new IllegalArgumentException(
                "an item weighs " + weight + ": the function must return zero or more"));
      } catch (Throwable thrown) {
        onFailure.accept(thrown);
      }
      return Long.MAX_VALUE; // too heavy to wait, so its producer keeps it
    }

    @Override
    boolean tryAcquire(Object form) {
      long weight = weightOf(form);
      for (; ; ) {
        Sums in = acquired();
        Sums out = released;
        if (in.items - out.items >= capacity || weight > maxWeight - (in.weight - out.weight)) {
          return false;
        }
        if (acquired.compareAndSet(in, in.plus(1, weight))) {
          return true;
        }
      }
    }

    private Sums acquired() {
      return Objects.requireNonNull(acquired.get());
    }

    @Override
    void acquire(Object form) {
      change(1, weightOf(form));
    }

    @Override
    void giveBack(Object form) {
      change(-1, -weightOf(form));
    }

    private void change(int items, long weight) {
      Sums in;
      do {
        in = acquired();
      } while (!acquired.compareAndSet(in, in.plus(items, weight)));
    }

    @Override
    T release(Object form) {
      released = released.plus(1, weightOf(form)); // the owner's own
      return itemOf(form);
    }

    @Override
    @SuppressWarnings("unchecked") // formOf put the item there
    T itemOf(Object form) {
      return (T) ((Heavy) form).item;
    }

    @Override
    long weightOf(Object form) {
      return ((Heavy) form).weight;
    }

    @Override
    int used() {
      Sums out = released;
      return (int) Math.min(acquired().items - out.items, capacity);
    }

    @Override
    long usedWeight() {
      Sums out = released;
      return Math.min(acquired().weight - out.weight, maxWeight);
    }

    @Override
    int capacity() {
      return capacity;
    }

    @Override
    boolean isWeighed() {
      return true;
    }

    @Override
    boolean isHalfFree() {
      return used() == 0; // one that is too heavy would try again and again
    }

    @Override
    String whyFull() {
      return used()
          + " items of weight "
          + usedWeight()
          + " wait, of at most "
          + capacity
          + " and "
          + maxWeight
          + "; the new one is too much, or others wait for room";
    }
  }
}
