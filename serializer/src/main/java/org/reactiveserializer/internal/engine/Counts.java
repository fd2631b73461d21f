package org.reactiveserializer.internal.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;

/**
 * Statistics of items that do not take the straight way. Any thread may count. But items that go through
 * the list are counted by the owner, for all producers: an atomic instruction of each producer would
 * cost as much as the hand-over itself.
 */
final class Counts {
  private final LongAdder discarded = new LongAdder();
  // Not changed after the construction.
  private final Map<EmitOutcome, LongAdder> refused = new EnumMap<>(EmitOutcome.class);

  @SuppressWarnings("unused") // through the VarHandle
  private long handedOver;

  private final LongAdder contended = new LongAdder();

  Counts() {
    for (EmitOutcome outcome : EmitOutcome.values()) {
      refused.put(outcome, new LongAdder());
    }
  }

  /** Counts an item that found an owner, and that the owner does not count. */
  void countContended() {
    contended.increment();
  }

  void countDiscarded() {
    discarded.increment();
  }

  void countRefused(EmitOutcome outcome, int n) {
    of(outcome).add(n);
  }

  private LongAdder of(EmitOutcome outcome) {
    return Objects.requireNonNull(refused.get(outcome));
  }

  /** Returns how many items were refused, by each outcome that says so. */
  static Map<EmitOutcome, Long> refusals(@Nullable Counts made) {
    Map<EmitOutcome, Long> sums = new EnumMap<>(EmitOutcome.class);
    for (EmitOutcome outcome : EmitOutcome.values()) {
      if (!outcome.isAccepted()) {
        sums.put(outcome, made == null ? 0 : made.of(outcome).sum());
      }
    }
    return sums;
  }

  /** Counts {@code n} items of producers that found an owner. By the owner. */
  void countHandedOver(int n) {
    HANDED_OVER.setOpaque(this, handedOver + n);
  }

  /** Returns how many items were discarded, also without a hook. */
  long discarded() {
    return discarded.sum();
  }

  /** Returns how many items found an owner; without those that it has not taken yet. */
  long contended() {
    return contended.sum() + (long) HANDED_OVER.getOpaque(this);
  }

  private static final VarHandle HANDED_OVER =
      Fields.handle(MethodHandles.lookup(), "handedOver", long.class);
}
