package org.reactiveserializer.netty;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what must happen. How long is no part of any test: only that it happens. */
final class Await {
  private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

  private Await() {}

  static <E> E next(BlockingQueue<E> queue) throws InterruptedException {
    E next = queue.poll(LONG_NANOS, TimeUnit.NANOSECONDS);
    if (next == null) {
      throw new AssertionError("nothing arrived");
    }
    return next;
  }

  static void until(BooleanSupplier condition) {
    until(condition, () -> "it did not happen");
  }

  static void until(BooleanSupplier condition, Supplier<?> otherwise) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > LONG_NANOS) {
        throw new AssertionError(otherwise.get());
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  /** Waits until the server has closed the connection. */
  static void end(Server.Client client) throws IOException {
    try {
      while (client.in.read() >= 0) {
        // What was answered before.
      }
    } catch (EOFException | SocketException end) {
      // Reset, because the server had not read everything.
    }
  }
}
