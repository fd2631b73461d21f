package org.reactiveserializer.tck;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.reactiveserializer.SerializedSink;

/** Threads that feed one stream at once, as many items as may wait ahead of the subscriber. */
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

  /** Feeds a sink. */
  static void feed(SerializedSink<String> sink, long elements) {
    feed(elements, sink::backlog, () -> sink.emit("item", LONG).isAccepted(), sink::tryComplete);
  }

  /**
   * Feeds something.
   *
   * @param backlog how many items wait
   * @param emit emits one; false when that is over
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
      LockSupport.parkNanos(A_MOMENT); // where there is no bound: the publisher may be without an end
    }
    return emit.getAsBoolean();
  }
}
