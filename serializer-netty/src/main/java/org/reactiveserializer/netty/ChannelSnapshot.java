package org.reactiveserializer.netty;

/** The figures of one moment. */
record ChannelSnapshot(
    int channels,
    long opened,
    long refused,
    long failed,
    long timedOut,
    long overBudget,
    long received,
    long delivered,
    long waiting,
    long discarded,
    long held,
    long repliesDropped,
    long cutOff,
    long bytes)
    implements ChannelStats {}
