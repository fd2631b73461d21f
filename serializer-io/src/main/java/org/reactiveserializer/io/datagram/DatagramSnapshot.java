package org.reactiveserializer.io.datagram;

/** The figures of one moment. */
record DatagramSnapshot(
    long received,
    long bytes,
    long delivered,
    long waiting,
    long droppedByBound,
    long droppedByPool,
    long droppedOwn,
    long discarded,
    long droppedByKernel,
    long truncated,
    long held,
    long leaked,
    int buffers,
    long receiveErrors,
    int receiveBufferRequested,
    int receiveBufferGranted,
    long sent,
    long sendsWaiting,
    long sendsFailed,
    long sendsDropped)
    implements DatagramStats {}
