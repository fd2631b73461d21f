package org.reactiveserializer.internal.keyed;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.reactiveserializer.internal.waiting.Outcome;

/**
 * How many items wait for all keys together, how many keys are live, and whether the end was requested:
 * one word, so that a bound is exact, and nothing is accepted behind an end.
 *
 * <p><b>Invariants</b>
 *
 * <ol>
 *   <li>An item is counted before it is added to a cell, and a cell before it is published. So the
 *       figures are never too small, and never beyond a bound.
 *   <li>After the end no cell is counted any more. So there is one moment at which the end was requested
 *       and no key is live, and one thread brings it about: the method of that thread returns true.
 * </ol>
 */
public final class Census {
  private static final long ENDED = Long.MIN_VALUE;
  private static final long KEY = 1L << Integer.SIZE;

  // All threads write the word, with each item. The padding keeps other fields and objects apart.
  @SuppressWarnings("unused")
  private long p0, p1, p2, p3, p4, p5, p6, p7;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile long word;

  @SuppressWarnings("unused")
  private long q0, q1, q2, q3, q4, q5, q6, q7;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile int highWater;

  /**
   * Counts an item, if fewer than {@code capacity} wait; with a key for it, if {@code newKey}. Returns how
   * many wait then, a positive number; or FULL or LATE, which are negative.
   */
  int tryAdd(int capacity, boolean newKey) {
    for (; ; ) {
      long now = word;
      if (now < 0) {
        return Outcome.LATE;
      }
      int waiting = (int) now;
      if (waiting >= capacity) {
        return Outcome.FULL;
      }
      if (WORD.compareAndSet(this, now, now + 1 + (newKey ? KEY : 0))) {
        return waiting + 1;
      }
      Thread.onSpinWait(); // another thread made progress
    }
  }

  /** Counts a key, unless the end was requested. Returns whether it did. */
  boolean tryAddKey() {
    for (long now = word; now >= 0; now = word) {
      if (WORD.compareAndSet(this, now, now + KEY)) {
        return true;
      }
      Thread.onSpinWait();
    }
    return false;
  }

  /** Counts an item less. */
  void removeItem() {
    WORD.getAndAdd(this, -1L);
  }

  /** Counts a key less. Returns whether that was the last one after the end. */
  boolean removeKey() {
    return isOver((long) WORD.getAndAdd(this, -KEY) - KEY);
  }

  /** Requests the end. Returns whether this call did so, and no key is live. */
  boolean end() {
    long before = (long) WORD.getAndBitwiseOr(this, ENDED);
    return before >= 0 && isOver(before | ENDED);
  }

  private static boolean isOver(long state) {
    return state < 0 && keys(state) == 0;
  }

  boolean isEnded() {
    return word < 0;
  }

  /** Returns how many keys are live. */
  public int keys() {
    return keys(word);
  }

  private static int keys(long state) {
    return (int) ((state & ~ENDED) >>> Integer.SIZE);
  }

  /** Returns how many items wait. */
  public int items() {
    return (int) word;
  }

  /** Returns the largest number of items that waited. */
  public int highWater() {
    return highWater;
  }

  /** Notes that so many waited when an item was counted that was accepted. */
  void noteWaiting(int waiting) {
    for (int last = highWater; waiting > last; last = highWater) {
      if (HIGH_WATER.compareAndSet(this, last, waiting)) {
        return;
      }
    }
  }

  private static final VarHandle WORD = handle("word", long.class);
  private static final VarHandle HIGH_WATER = handle("highWater", int.class);

  private static VarHandle handle(String field, Class<?> type) {
    return ConstantBootstraps.fieldVarHandle(
        MethodHandles.lookup(), field, VarHandle.class, Census.class, type);
  }
}
