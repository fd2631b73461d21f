package org.reactiveserializer.internal.keyed;

import java.util.concurrent.atomic.LongAdder;
import org.reactiveserializer.internal.emission.Counts;

/** What happened to the items of a keyed sink. */
public final class KeyedCounts {
  private final LongAdder delivered = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final Counts others = new Counts();

  KeyedCounts() {}

  void countDelivered() {
    delivered.increment();
  }

  void countFailed() {
    failed.increment();
  }

  void countDiscarded() {
    others.countDiscarded();
  }

  /** Returns the counts of refusals, and of discarded items. */
  public Counts refused() {
    return others;
  }

  /** Returns how many items handlers got. */
  public long delivered() {
    return delivered.sum();
  }

  /** Returns how many of these have failed. */
  public long failed() {
    return failed.sum();
  }
}
