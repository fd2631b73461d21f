package org.reactiveserializer.io.datagram;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The end of a source that waits for answers. In this order:
 *
 * <ol>
 *   <li>The reading threads read what has arrived, and then nothing more.
 *   <li>Everything that was read is released, so it is answered.
 *   <li>What waits to be sent is sent.
 *   <li>The sockets are closed.
 * </ol>
 *
 * <p>The subscriber may cancel meanwhile, or may have cancelled before. That closes the sockets at
 * once, and is as good, if nothing is lost by it.
 */
final class GracefulEnd {
  private final Reception reception;
  private final Counts counts;
  private final List<SocketReader> readers;

  GracefulEnd(Reception reception, List<SocketReader> readers) {
    this.reception = reception;
    this.counts = reception.counts;
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
      complete = isComplete();
      while (!complete && !isIncomplete() && System.nanoTime() - start < nanos) {
        Thread.sleep(1);
        complete = isComplete();
      }
    } finally {
      reception.stop();
    }
    long left = nanos - (System.nanoTime() - start);
    return reception.closed().await(left, TimeUnit.NANOSECONDS) && complete;
  }

  /**
   * Returns whether everything that was read is released, and then, since a reply comes before the
   * release, whether every reply is sent. (The figures of the stream would not do: what is on its
   * way from the queue to the subscriber is in none.)
   */
  private boolean isComplete() {
    if (!areDone()) {
      return false;
    }
    long emitted = counts.received.sum() - counts.droppedOwn.sum() - counts.droppedByPool.sum();
    // The last one after the others: what is cut off is counted before it waits no more.
    return emitted == counts.released.sum()
        && counts.discarded.sum() == 0
        && readers.stream().allMatch(reader -> reader.sender().waiting() == 0)
        && counts.sendsCutOff.sum() == 0;
  }

  /** Returns whether something is lost for good: a subscriber cancelled too early, or a socket failed. */
  private boolean isIncomplete() {
    return counts.discarded.sum() + counts.sendsCutOff.sum() > 0
        || (reception.isClosed() && !areDone());
  }

  private boolean areDone() {
    return readers.stream().allMatch(SocketReader::isDone);
  }
}
