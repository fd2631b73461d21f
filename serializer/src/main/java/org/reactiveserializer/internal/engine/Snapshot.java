package org.reactiveserializer.internal.engine;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Stats;
import org.reactiveserializer.internal.events.NamedStream.Figures;

/**
 * The figures of one moment.
 *
 * @param refusals how many items were not accepted, by each outcome that says so
 */
public record Snapshot(
    long delivered,
    int queued,
    long queuedWeight,
    long discarded,
    int highWater,
    long contended,
    Map<EmitOutcome, Long> refusals)
    implements Stats {
  @Override
  public long refused() {
    return refusals.values().stream().mapToLong(n -> n).sum();
  }

  @Override
  public long refused(EmitOutcome outcome) {
    return refusals.getOrDefault(outcome, 0L);
  }

  /** Returns those for whoever observes streams. */
  Figures figures() {
    Map<String, Long> reasons =
        refusals.entrySet().stream()
            .collect(
                Collectors.toMap(
                    each -> each.getKey().name().toLowerCase(Locale.ROOT), Map.Entry::getValue));
    return new Figures(delivered, queued, discarded, highWater, reasons);
  }

  @Override
  public String toString() {
    String format =
        "%d delivered, %d queued, %d discarded, %d refused (%d overflow, %d interrupted,"
            + " %d withdrawn, %d terminated, %d cancelled), up to %d seen waiting, %d contended";
    return format.formatted(
        delivered,
        queued,
        discarded,
        refused(),
        refused(EmitOutcome.OVERFLOW),
        refused(EmitOutcome.INTERRUPTED),
        refused(EmitOutcome.WITHDRAWN),
        refused(EmitOutcome.TERMINATED),
        refused(EmitOutcome.CANCELLED),
        highWater,
        contended);
  }
}
