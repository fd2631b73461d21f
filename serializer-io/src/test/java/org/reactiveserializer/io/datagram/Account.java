package org.reactiveserializer.io.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.reactiveserializer.testing.Await;

/** Checks that the figures of a source add up. */
final class Account {
  private Account() {}

  /** When nothing arrives and nothing is being delivered. */
  static void check(DatagramSource source) {
    DatagramStats stats = source.stats();
    assertEquals(stats.received(), accounted(stats), stats::toString);
  }

  /** Returns what the count of drops by the kernel is where {@code n} datagrams were dropped. */
  static long byKernel(long n) {
    return System.getProperty("os.name").equals("Linux") ? n : -1;
  }

  static long accounted(DatagramStats stats) {
    return stats.delivered()
        + stats.waiting()
        + stats.droppedByBound()
        + stats.droppedByPool()
        + stats.droppedOwn()
        + stats.discarded();
  }

  /**
   * Waits until {@code n} datagrams were discarded. Where an executor delivers, one of its tasks
   * discards, perhaps after the sockets are closed.
   */
  static void awaitDiscarded(DatagramSource source, long n) {
    Await.until(
        () -> source.stats().discarded() >= n, () -> n + " discarded, but: " + source.stats());
  }

  /** Waits until no datagram is held: one that is dropped is counted before it is released. */
  static void awaitNothingHeld(DatagramSource source) {
    Await.until(() -> source.stats().held() == 0, () -> "0 held, but: " + source.stats());
  }

  /** Waits until {@code n} datagrams were read and accounted for. */
  static void awaitReceived(DatagramSource source, long n) {
    Await.until(
        () -> {
          DatagramStats stats = source.stats();
          return stats.received() == n && accounted(stats) == n;
        },
        () -> n + " received, but: " + source.stats());
  }
}
