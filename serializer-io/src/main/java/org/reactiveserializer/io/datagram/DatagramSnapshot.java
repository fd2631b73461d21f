package org.reactiveserializer.io.datagram;

import org.reactiveserializer.Stats;

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
    implements DatagramStats {

  /** Counts what the sockets, the stream and the leak check have counted. */
  static DatagramSnapshot of(Sums sums, Reception reception, OpenSockets sockets, long leaked) {
    Stats stream = reception.sink().stats();
    long evicted = reception.evicted();
    long discarded = reception.discarded();
    return new DatagramSnapshot(
        sums.received,
        sums.bytes,
        stream.delivered(),
        stream.queued(),
        sums.refused + evicted,
        sums.withoutBuffer,
        sums.own,
        discarded + sums.refusedLate,
        reception.droppedByKernel(),
        sums.truncated,
        Math.max(0, stream.delivered() - (sums.givenBack - evicted - discarded)),
        leaked,
        sums.buffers,
        sums.errors,
        sockets.requested(),
        sockets.granted(),
        sums.sent,
        sums.sendsWaiting,
        sums.sendsFailed,
        sums.sendsDropped);
  }
}
