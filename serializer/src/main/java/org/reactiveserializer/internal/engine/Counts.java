package org.reactiveserializer.internal.engine;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;

/**
 * Statistics of items that do not take the straight way. Any thread may count. But items that go through
 * the list are counted by the owner, for all producers: an atomic instruction of each producer would
 * cost as much as the hand-over itself.
 */
public final class Counts {
  private final LongAdder discarded = new LongAdder();
  private final LongAdder overflowed = new LongAdder();
  private final LongAdder interrupted = new LongAdder();
  private final LongAdder terminated = new LongAdder();
  private final LongAdder cancelled = new LongAdder();

  @SuppressWarnings("unused") // through the VarHandle
  private long handedOver;

  private final LongAdder contended = new LongAdder();

  Counts() {}

  /** Counts an item that found an owner, and that the owner does not count. */
  void countContended() {
    contended.increment();
  }

  void countDiscarded() {
    discarded.increment();
  }

  void countRefused(EmitOutcome outcome, int n) {
    adder(outcome).add(n);
  }

  private LongAdder adder(EmitOutcome outcome) {
    return switch (outcome) {
      case OVERFLOW -> overflowed;
      case INTERRUPTED -> interrupted;
      case CANCELLED -> cancelled;
      case TERMINATED -> terminated;
      case DELIVERED, QUEUED -> throw new IllegalArgumentException(outcome + " is no refusal");
    };
  }

  /** Returns how many items were refused for each reason; null: none was. */
  static Map<String, Long> refusals(@Nullable Counts made) {
    return Map.of(
        "overflow", made == null ? 0 : made.overflowed.sum(),
        "interrupted", made == null ? 0 : made.interrupted.sum(),
        "terminated", made == null ? 0 : made.terminated.sum(),
        "cancelled", made == null ? 0 : made.cancelled.sum());
  }

  /** Returns how many items were refused with this outcome. */
  public long refused(EmitOutcome outcome) {
    return outcome.isAccepted() ? 0 : adder(outcome).sum();
  }

  /** Counts {@code n} items of producers that found an owner. By the owner. */
  void countHandedOver(int n) {
    HANDED_OVER.setOpaque(this, handedOver + n);
  }

  /** Returns how many items were discarded, also without a hook. */
  public long discarded() {
    return discarded.sum();
  }

  /** Returns how many items found an owner; without those that it has not taken yet. */
  public long contended() {
    return contended.sum() + (long) HANDED_OVER.getOpaque(this);
  }

  private static final VarHandle HANDED_OVER =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "handedOver", VarHandle.class, Counts.class, long.class);
}
