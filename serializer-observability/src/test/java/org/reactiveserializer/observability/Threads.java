package org.reactiveserializer.observability;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Other threads, in step with the test. */
public final class Threads {
  private static final int STARTS = 4;
  private static final int LAG = 12;
  private static final int SPINS = 2_000;

  private static final ExecutorService POOL =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "elsewhere");
            thread.setDaemon(true);
            return thread;
          });

  private Threads() {}

  /** Runs {@code action} on another thread, and returns when it has ended. */
  public static void elsewhere(Runnable action) {
    CompletableFuture.runAsync(action, POOL).join();
  }

  /** Runs both at about the same time. The round shifts their starts, so that all orders occur. */
  public static void race(int round, Runnable here, Runnable there) {
    AtomicInteger missing = new AtomicInteger(2);
    CompletableFuture<Void> other =
        CompletableFuture.runAsync(() -> meet(missing, round % STARTS, there), POOL);
    meet(missing, round / STARTS % STARTS, here);
    other.join();
  }

  private static void meet(AtomicInteger missing, int start, Runnable action) {
    missing.getAndDecrement();
    for (int spins = 0; missing.get() != 0; spins++) {
      if (spins < SPINS) {
        Thread.onSpinWait();
      } else {
        Thread.yield(); // there may be fewer processors than threads
      }
    }
    for (int i = 0; i < start; i++) {
      linger();
    }
    action.run();
  }

  /** Takes a moment, so that other threads can act in between. */
  public static void linger() {
    for (int i = 0; i < LAG; i++) {
      Thread.onSpinWait();
    }
  }
}
