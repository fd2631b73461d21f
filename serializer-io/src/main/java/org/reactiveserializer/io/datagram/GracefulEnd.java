package org.reactiveserializer.io.datagram;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The end of a source that waits for answers. In this order:
 *
 * <ol>
 *   <li>The reading threads read what has arrived, and then nothing more.
 *   <li>Everything that was read is released, so it is answered. Meanwhile the upstreams of {@link
 *       DatagramSource#outgoing} go on: the answers may come through one.
 *   <li>Nothing more is requested of these upstreams, which could go on for ever, and what waits to be sent
 *       is sent. They are not cancelled before the sockets are closed: a cancellation could come back to
 *       this source, whose datagrams they may be.
 *   <li>The sockets are closed.
 * </ol>
 *
 * <p>The subscriber may cancel meanwhile, or may have cancelled before. That closes the sockets at once, and
 * is as good, if nothing is lost by it.
 */
final class GracefulEnd {
  private final Reception reception;
  private final List<SocketReader> readers;

  GracefulEnd(Reception reception, List<SocketReader> readers) {
    this.reception = reception;
    this.readers = readers;
  }

  /** Ends the source, at the latest after so long. Returns whether it is closed by then, and all is answered. */
  boolean await(long nanos) throws InterruptedException {
    if (readers.stream().anyMatch(SocketReader::isCurrentThread)) {
      throw new IllegalStateException("a reading thread must not wait for the end of the source");
    }
    long start = System.nanoTime();
    reception.stopReading();
    boolean complete = false;
    try {
      complete = isAnswered() && isSent();
      while (!complete && !isIncomplete() && System.nanoTime() - start < nanos) {
        Thread.sleep(1);
        complete = isAnswered() && isSent();
      }
    } finally {
      reception.stop();
    }
    long left = nanos - (System.nanoTime() - start);
    return reception.closed().await(left, TimeUnit.NANOSECONDS) && complete;
  }

  /**
   * Returns whether everything that was read is answered, after nothing more is read. Each datagram that the
   * stream has accepted is given back once, delivered or not. (The figures of the stream would not do: what is
   * on its way from the queue to the subscriber is in none.)
   */
  private boolean isAnswered() {
    if (!readers.stream().allMatch(SocketReader::isDone)) {
      return false;
    }
    Sums sums = Sums.of(readers);
    long accepted = sums.received - sums.own - sums.withoutBuffer - sums.refused - sums.refusedLate;
    return accepted == sums.givenBack && reception.discarded() + sums.refusedLate == 0;
  }

  /** Returns whether every reply is sent. To be asked after that: a reply comes before the release. */
  private boolean isSent() {
    for (SocketReader reader : readers) {
      reader.lanes().requestNoMore();
    }
    // One by one: what is cut off is counted before it waits no more.
    return Sums.of(readers).sendsWaiting == 0 && Sums.of(readers).sendsCutOff == 0;
  }

  /** Returns whether something is lost for good: a subscriber cancelled too early, or a socket failed. */
  private boolean isIncomplete() {
    Sums sums = Sums.of(readers);
    return reception.discarded() + sums.refusedLate + sums.sendsCutOff > 0
        || (reception.isClosed() && !readers.stream().allMatch(SocketReader::isDone));
  }
}
