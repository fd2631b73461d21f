package org.reactiveserializer.calls;

import org.reactiveserializer.EmitOutcome;

/**
 * What happened to the items of a {@link KeyedSink} so far. Each figure is a snapshot by itself.
 *
 * <p>Only this library creates it. A later version may have more figures.
 *
 * @param keys how many keys are live: items of them wait or are being handled. The others cost nothing
 * @param queued how many items wait
 * @param highWater the largest number of items that waited at one time, never more than the bound
 * @param delivered how many items the handler got, or is getting
 * @param failed how many of the delivered items the handler has failed for
 * @param discarded how many items were discarded, whether or not there is a {@linkplain KeyedSerializer#onDiscard hook}
 * @param overflowed how many items were refused since there was no room
 * @param interrupted how many items were refused since their thread was interrupted while it waited
 * @param withdrawn how many items their callers have withdrawn from {@link KeyedSink#emitAsync} while they waited
 * @param late how many items were refused after the end
 */
public record KeyedStats(
    int keys,
    int queued,
    int highWater,
    long delivered,
    long failed,
    long discarded,
    long overflowed,
    long interrupted,
    long withdrawn,
    long late) {
  /** {@return how many items were refused, so that the caller kept them, for any reason} */
  public long refused() {
    return overflowed + interrupted + withdrawn + late;
  }

  /**
   * {@return how many items were refused with this result; 0 if it is {@linkplain EmitOutcome#isAccepted accepted}}
   *
   * @param outcome the result
   */
  public long refused(EmitOutcome outcome) {
    return switch (outcome) {
      case OVERFLOW -> overflowed;
      case INTERRUPTED -> interrupted;
      case WITHDRAWN -> withdrawn;
      case TERMINATED -> late;
      default -> 0;
    };
  }
}
