package org.reactiveserializer.internal.operator;

import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Stats;

/** The figures of one moment. */
record Snapshot(
    long delivered,
    int queued,
    long discarded,
    long overflow,
    long interrupted,
    long terminated,
    long cancelled,
    int highWater,
    long contended)
    implements Stats {
  @Override
  public long refused() {
    return overflow + interrupted + terminated + cancelled;
  }

  @Override
  public long refused(EmitOutcome outcome) {
    return switch (outcome) {
      case OVERFLOW -> overflow;
      case INTERRUPTED -> interrupted;
      case TERMINATED -> terminated;
      case CANCELLED -> cancelled;
      case DELIVERED, QUEUED -> 0;
    };
  }
}
