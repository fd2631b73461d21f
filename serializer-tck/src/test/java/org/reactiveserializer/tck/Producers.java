package org.reactiveserializer.tck;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.reactiveserializer.SerialSink;

/**
 * Threads that emit into one stream at the same time, keeping a limited number of items ahead of
 * the subscriber.
 */
final class Producers {
  private static final int COUNT = 4;
  private static final int AHEAD = 100;
  private static final long A_MOMENT = 100_000;
  private static final Duration LONG = Duration.ofDays(1);
  private static final Executor THREADS =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "producer");
            thread.setDaemon(true);
            return thread;
          });

  private Producers() {}

  /** Emits into a sink. */
  static void feed(SerialSink<String> sink, long elements) {
    feed(elements, sink::backlog, () -> sink.emit("item", LONG).isAccepted(), sink::tryComplete);
  }

  /**
   * Emits into any stream.
   *
   * @param backlog returns how many items wait
   * @param emit emits an item; returns false when the stream has ended
   */
  static void feed(long elements, IntSupplier backlog, BooleanSupplier emit, Runnable complete) {
    if (elements == 0) {
      complete.run();
    }
    AtomicLong begun = new AtomicLong();
    AtomicLong finished = new AtomicLong();
    for (int i = 0; i < COUNT; i++) {
      THREADS.execute(
          () -> {
            while (begun.getAndIncrement() < elements && emitSoon(backlog, emit)) {
              if (finished.incrementAndGet() == elements) {
                complete.run();
              }
            }
          });
    }
  }

  private static boolean emitSoon(IntSupplier backlog, BooleanSupplier emit) {
    while (backlog.getAsInt() > AHEAD) {
      // Without a bound the backlog would grow, because the publisher may have no end.
      LockSupport.parkNanos(A_MOMENT);
    }
    return emit.getAsBoolean();
  }
}
