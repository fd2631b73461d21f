package org.reactiveserializer;

import org.reactiveserializer.internal.operator.SerialEntrance;

/**
 * What happened to the items of a sink or of a serialized subscriber so far. Each figure is a
 * snapshot by itself: while threads emit, the figures may belong to different moments.
 *
 * @param delivered how many items the subscriber got, or is getting
 * @param queued how many items wait
 * @param discarded how many items were discarded, whether or not there is a {@linkplain
 *     Serializer#onDiscard hook}. Items that the caller kept ({@link EmitResult#isAccepted} is
 *     false) are not among them
 * @param highWater the largest number of items that waited at one time. With a bound, this figure
 *     may be too large, but never larger than the capacity. Without a bound it is the largest
 *     number that the delivering thread noticed
 * @param contended how many calls found a delivery in progress, on another thread or, if they were
 *     made from within a signal, on their own. With a bound, repeated attempts of a call that waits
 *     for room count as well
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
