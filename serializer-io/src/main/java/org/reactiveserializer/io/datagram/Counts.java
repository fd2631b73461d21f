package org.reactiveserializer.io.datagram;

import java.util.concurrent.atomic.LongAdder;

/** What a source counts, of all its sockets. By any thread; for the meaning see {@link DatagramStats}. */
final class Counts {
  final LongAdder received = new LongAdder();
  final LongAdder bytes = new LongAdder();
  final LongAdder truncated = new LongAdder();
  final LongAdder droppedByBound = new LongAdder();
  final LongAdder droppedByPool = new LongAdder();
  final LongAdder droppedOwn = new LongAdder();
  final LongAdder discarded = new LongAdder();
  final LongAdder receiveErrors = new LongAdder();

  /** Of the datagrams that were emitted, delivered or not. Each is released once. */
  final LongAdder released = new LongAdder();

  final LongAdder sent = new LongAdder();
  final LongAdder sendsFailed = new LongAdder();
  final LongAdder sendsDropped = new LongAdder();

  /** Of those dropped: because the socket was closed. */
  final LongAdder sendsCutOff = new LongAdder();

  /** Returns how many were delivered and are not released. */
  long held(long delivered) {
    return Math.max(0, delivered - (released.sum() - droppedByBound.sum() - discarded.sum()));
  }
}
