package org.reactiveserializer.io.support;

import static org.junit.jupiter.api.Assertions.fail;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.reactiveserializer.io.datagram.DatagramSource;

/** Waits for what must happen; the time is only a limit for a test that would fail anyway. */
public final class Await {
  public static final Duration LONG = Duration.ofSeconds(60);

  private static final long A_MOMENT = 200_000;

  private Await() {}

  /** Waits until the condition is true; if it is not in a minute, the test fails. */
  public static void until(BooleanSupplier condition, Supplier<?> otherwise) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > LONG.toNanos()) {
        fail("it did not happen: " + otherwise.get());
      }
      LockSupport.parkNanos(A_MOMENT);
    }
  }

  /** Waits until the sockets of a source are closed. */
  public static void closed(DatagramSource source) {
    try {
      if (!source.awaitClosed(LONG)) {
        fail("the sockets are not closed");
      }
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }
}
