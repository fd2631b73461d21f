package org.reactiveserializer.internal.operator;

import org.reactiveserializer.Stats;

/** The figures of one moment. */
record Snapshot(long delivered, int queued, long discarded, int highWater, long contended)
    implements Stats {}
