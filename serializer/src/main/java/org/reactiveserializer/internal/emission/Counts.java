package org.reactiveserializer.internal.emission;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of items that do not take the fast path. Any thread may count. But items that go
 * through the word's list are counted by the owner, for all producers: an atomic instruction of
 * each producer would cost as much as the hand-over itself.
 */
public final class Counts {
  /** A kind of refusal: there was no room. */
  public static final int OVERFLOW = 0;

  /** A kind of refusal: the producer was interrupted while there was no room. */
  public static final int INTERRUPTED = 1;

  /** A kind of refusal: the stream was completed or failed before. */
  public static final int TERMINATED = 2;

  /** A kind of refusal: the stream was cancelled before. */
  public static final int CANCELLED = 3;

  private static final int KINDS = 4;

  private final LongAdder discarded = new LongAdder();
  private final LongAdder contended = new LongAdder();

  // By the kind of the refusal.
  private final LongAdder[] refused = new LongAdder[KINDS];

  @SuppressWarnings("unused") // through the VarHandle
  private int highWater;

  @SuppressWarnings("unused") // through the VarHandle
  private long handedOver;

  /** Creates counts of nothing. */
  public Counts() {
    for (int i = 0; i < KINDS; i++) {
      refused[i] = new LongAdder();
    }
  }

  /** Counts a discarded item. */
  public void countDiscarded() {
    discarded.increment();
  }

  /** Counts a call that found another owner, if there is a queue. */
  public void countContended() {
    contended.increment();
  }

  /** Counts an item that was refused, so that its producer keeps it. */
  public void countRefused(int kind) {
    refused[kind].increment();
  }

  /** Returns how many items were refused for each reason; null: none was. */
  static Map<String, Long> refusals(@Nullable Counts made) {
    return Map.of(
        "overflow", made == null ? 0 : made.refused(OVERFLOW),
        "interrupted", made == null ? 0 : made.refused(INTERRUPTED),
        "terminated", made == null ? 0 : made.refused(TERMINATED),
        "cancelled", made == null ? 0 : made.refused(CANCELLED));
  }

  /** Returns how many items were refused for this reason. */
  public long refused(int kind) {
    return refused[kind].sum();
  }

  /**
   * Counts {@code n} items from producers that found another owner. By the owner, with opaque
   * accesses.
   */
  void countHandedOver(int n) {
    HANDED_OVER.setOpaque(this, (long) HANDED_OVER.getOpaque(this) + n);
  }

  /**
   * Raises the high-water mark if {@code waiting} exceeds it. By the owner, with opaque accesses.
   */
  void raise(int waiting) {
    if (waiting > (int) HIGH_WATER.getOpaque(this)) {
      HIGH_WATER.setOpaque(this, waiting);
    }
  }

  /** Returns how many items were discarded, also without a hook. */
  public long discarded() {
    return discarded.sum();
  }

  /** Returns how many calls found another owner. */
  public long contended() {
    return contended.sum() + (long) HANDED_OVER.getOpaque(this);
  }

  /** Returns the largest number of items that waited. */
  public int highWater() {
    return (int) HIGH_WATER.getOpaque(this);
  }

  private static final VarHandle HIGH_WATER = handle("highWater", int.class);
  private static final VarHandle HANDED_OVER = handle("handedOver", long.class);

  private static VarHandle handle(String field, Class<?> type) {
    return ConstantBootstraps.fieldVarHandle(
        MethodHandles.lookup(), field, VarHandle.class, Counts.class, type);
  }
}
