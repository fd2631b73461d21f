package org.reactiveserializer.aeron;

/** The figures of one moment. */
record AeronSubscriberSnapshot(
    long sent,
    long waiting,
    long discarded,
    long refused,
    long backPressured,
    long notConnected,
    long position)
    implements AeronSubscriberStats {}
