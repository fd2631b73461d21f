package org.reactiveserializer.io.datagram;

import org.reactiveserializer.testing.Await;

/** Waits for the end of a source. */
final class Sources {
  private Sources() {}

  /** Waits until the sockets of a source are closed. */
  static void awaitClosed(DatagramSource source) {
    try {
      if (!source.awaitClosed(Await.LONG)) {
        throw new AssertionError("the sockets are not closed");
      }
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }
}
