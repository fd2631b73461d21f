package org.reactiveserializer.io.datagram;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What a reading thread counts. It is the only one that writes, so opaque accesses suffice; any
 * thread reads.
 */
final class ReadCounts {
  private final AtomicLong received = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong truncated = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong refusedLate = new AtomicLong();
  private final AtomicLong withoutBuffer = new AtomicLong();
  private final AtomicLong own = new AtomicLong();
  private final AtomicLong errors = new AtomicLong();

  void countReceived(int length, boolean isTruncated) {
    add(received, 1);
    add(bytes, length);
    if (isTruncated) {
      add(truncated, 1);
    }
  }

  /** The sink refused a datagram, since its queue was full. */
  void countRefused() {
    add(refused, 1);
  }

  /** The sink refused a datagram, since the stream had ended. */
  void countRefusedLate() {
    add(refusedLate, 1);
  }

  void countWithoutBuffer() {
    add(withoutBuffer, 1);
  }

  /** A datagram claims to come from its own socket. */
  void countOwn() {
    add(own, 1);
  }

  void countError() {
    add(errors, 1);
  }

  long received() {
    return received.getOpaque();
  }

  void addTo(Sums sums) {
    sums.received += received.getOpaque();
    sums.bytes += bytes.getOpaque();
    sums.truncated += truncated.getOpaque();
    sums.refused += refused.getOpaque();
    sums.refusedLate += refusedLate.getOpaque();
    sums.withoutBuffer += withoutBuffer.getOpaque();
    sums.own += own.getOpaque();
    sums.errors += errors.getOpaque();
  }

  private static void add(AtomicLong count, long n) {
    count.setOpaque(count.getPlain() + n);
  }
}
