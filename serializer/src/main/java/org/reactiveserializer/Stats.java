package org.reactiveserializer;

import org.reactiveserializer.internal.operator.SerialEntrance;

/**
 * What became of the items of a sink or of a serialized subscriber so far. A snapshot of each
 * figure by itself.
 *
 * @param delivered how many items the subscriber got, or is getting
 * @param queued how many items wait
 * @param discarded how many items were discarded, whether or not there is a
 *     {@linkplain Serializer#onDiscard hook}. Items that the caller kept
 *     ({@link EmitResult#isAccepted} is false) are not among them
 * @param highWater the most items that waited at one time. With a bound: no less than that and no
 *     more than the capacity. Without: as far as the delivering thread noticed
 * @param contended how many calls found another thread delivering. With a bound, repeated attempts
 *     of a call that waits for room count as well
 */
public record Stats(long delivered, int queued, long discarded, int highWater, long contended) {
  static Stats of(SerialEntrance<?, ?> entrance) {
    return new Stats(
        entrance.deliveredCount(),
        entrance.backlog(),
        entrance.discardedCount(),
        entrance.highWater(),
        entrance.contendedCount());
  }
}
