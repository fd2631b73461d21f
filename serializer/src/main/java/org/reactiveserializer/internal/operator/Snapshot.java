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
    long queuedWeight,
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

  @Override
  public String toString() {
    String format =
        "%d delivered, %d queued, %d discarded, %d refused (%d overflow, %d interrupted,"
            + " %d terminated, %d cancelled), at most %d waited, %d contended";
    return format.formatted(
        delivered,
        queued,
        discarded,
        refused(),
        overflow,
        interrupted,
        terminated,
        cancelled,
        highWater,
        contended);
  }
}
