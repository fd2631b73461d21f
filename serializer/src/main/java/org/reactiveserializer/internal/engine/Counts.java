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

  /** An item was discarded for lack of room, and no hook got it. */
  static final int LOSS = 1;

  /** A call has delivered for others for long: so many nanoseconds. */
  private static final int LONG_CALL = 2;

  private static final long LONG = 1_000_000_000;

  // Not changed after the construction.
  private final Map<EmitOutcome, LongAdder> refused = new EnumMap<>(EmitOutcome.class);

  @SuppressWarnings("unused") // through the VarHandle
  private long handedOver;

  private final LongAdder contended = new LongAdder();

  // When the first item of this session that was timed was delivered; 0: none was. By the owner.
  private long since;

  // What was reported.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile int reported;

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

  /** Returns whether this call is the first for {@code what}: so that it is reported once. */
  boolean isFirst(int what) {
    return (reported & what) == 0 && ((int) REPORTED.getAndBitwiseOr(this, what) & what) == 0;
  }

  /** Another session begins. By the owner. */
  void beginSession() {
    since = 0;
  }

  /**
   * Returns whether it is to be reported that the owner delivers for long. By the owner, with the times of an item that
   * it has delivered for others.
   */
  boolean isLongCall(long start, long end) {
    if (since == 0) {
      since = start;
    }
    return end - since > LONG && isFirst(LONG_CALL);
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
  private static final VarHandle REPORTED =
      Fields.handle(MethodHandles.lookup(), "reported", int.class);
}
