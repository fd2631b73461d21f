package org.reactiveserializer.testing;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what must happen; the time is only a limit for a test that would fail anyway. */
public final class Await {
  /** The limit. */
  public static final Duration LONG = Duration.ofSeconds(60);

  private static final long A_MOMENT = 200_000;

  private Await() {}

  /** Waits until the condition is true; if it is not in a minute, the test fails. */
  public static void until(BooleanSupplier condition) {
    until(condition, () -> "a condition is still false");
  }

  /** As {@link #until(BooleanSupplier)}, and says what is instead. */
  public static void until(BooleanSupplier condition, Supplier<?> otherwise) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > LONG.toNanos()) {
        throw new AssertionError("it did not happen: " + otherwise.get());
      }
      LockSupport.parkNanos(A_MOMENT);
    }
  }

  /** Waits for the next element. */
  public static <E> E next(BlockingQueue<E> queue) throws InterruptedException {
    E next = queue.poll(LONG.toNanos(), TimeUnit.NANOSECONDS);
    if (next == null) {
      throw new AssertionError("nothing arrived");
    }
    return next;
  }

  /** Waits for the end of a stage, and returns what it failed with. */
  public static Throwable failureOf(CompletionStage<?> stage) {
    CompletableFuture<Throwable> failure = new CompletableFuture<>();
    stage.whenComplete(
        (value, thrown) ->
            failure.complete(thrown == null ? new AssertionError("it did not fail") : thrown));
    Throwable thrown = failure.orTimeout(LONG.toSeconds(), TimeUnit.SECONDS).join();
    if (thrown instanceof AssertionError wrong) {
      throw wrong;
    }
    return thrown;
  }
}
