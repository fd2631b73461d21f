package org.reactiveserializer.aeron;

import java.util.Map;

/** The figures of one moment. */
record AeronPublisherSnapshot(
    long delivered,
    long bytes,
    long unreadable,
    long requested,
    long available,
    long gone,
    Map<Integer, Long> positions,
    long gapsFilled,
    long naksSent)
    implements AeronPublisherStats {}
