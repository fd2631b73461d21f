package org.reactiveserializer.internal.operator;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;

/**
 * What is counted off the fast path. By any thread; but what goes to the list of the word by the owner, for all: an
 * atomic instruction of each producer would cost as much as handing the item over.
 */
final class Counts {
  private final LongAdder discarded = new LongAdder();
  private final LongAdder contended = new LongAdder();

  @SuppressWarnings("unused") // through the VarHandle
  private int highWater;

  @SuppressWarnings("unused") // through the VarHandle
  private long handedOver;

  Counts() {}

  void countDiscarded() {
    discarded.increment();
  }

  void countContended() {
    contended.increment();
  }

  /** So many items came from threads that found another one emitting. By the owner. */
  void countHandedOver(int n) {
    HANDED_OVER.setOpaque(this, (long) HANDED_OVER.getOpaque(this) + n);
  }

  /** So many wait. By the owner. */
  void raise(int waiting) {
    if (waiting > (int) HIGH_WATER.getOpaque(this)) {
      HIGH_WATER.setOpaque(this, waiting);
    }
  }

  /** Returns how many items were given to the discard hook. */
  long discarded() {
    return discarded.sum();
  }

  /** Returns how many calls met somebody else who was emitting. */
  long contended() {
    return contended.sum() + (long) HANDED_OVER.getOpaque(this);
  }

  int highWater() {
    return (int) HIGH_WATER.getOpaque(this);
  }

  private static final VarHandle HIGH_WATER = handle("highWater", int.class);
  private static final VarHandle HANDED_OVER = handle("handedOver", long.class);

  private static VarHandle handle(String field, Class<?> type) {
    return ConstantBootstraps.fieldVarHandle(
        MethodHandles.lookup(), field, VarHandle.class, Counts.class, type);
  }
}
