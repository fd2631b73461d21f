package org.reactiveserializer.internal.operator;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;

/** What is counted off the fast path. By any thread. */
public final class SinkCounts {
  private final LongAdder discarded = new LongAdder();
  private final LongAdder contended = new LongAdder();

  @SuppressWarnings("unused") // by way of the VarHandle
  private int highWater;

  SinkCounts() {}

  void countDiscarded() {
    discarded.increment();
  }

  void countContended() {
    contended.increment();
  }

  /** So many wait. By the owner. */
  void raise(int waiting) {
    if (waiting > (int) HIGH_WATER.getOpaque(this)) {
      HIGH_WATER.setOpaque(this, waiting);
    }
  }

  /** Returns how many items were given to the discard hook. */
  public long discarded() {
    return discarded.sum();
  }

  /** Returns how many calls met somebody else who was emitting. */
  public long contended() {
    return contended.sum();
  }

  int highWater() {
    return (int) HIGH_WATER.getOpaque(this);
  }

  private static final VarHandle HIGH_WATER =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "highWater", VarHandle.class, SinkCounts.class, int.class);
}
