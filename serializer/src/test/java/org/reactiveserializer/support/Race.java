package org.reactiveserializer.support;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Several threads that start at the same time, round after round. */
public final class Race {
  /** The number of different start times of an action. */
  private static final int STARTS = 4;

  /** The spins between two start times: about as long as it takes to deliver an item. */
  private static final int LAG = 12;

  /** The spins for which a thread waits for the others before it yields: about 100 µs. */
  private static final int SPINS = 2_000;

  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "racer");
            thread.setDaemon(true);
            return thread;
          });

  private Race() {}

  /**
   * Runs the first action on this thread and each other one on its own thread, and returns when all
   * have ended. The digits of the round, one for each action, delay its start: all orders occur.
   */
  public static void run(int round, Runnable... actions) {
    AtomicInteger missing = new AtomicInteger(actions.length);
    List<Future<?>> others = new ArrayList<>();
    int digits = round;
    for (int i = 1; i < actions.length; i++) {
      Runnable action = actions[i];
      int start = digits % STARTS;
      digits /= STARTS;
      others.add(THREADS.submit(() -> startLate(missing, start, action)));
    }
    startLate(missing, digits % STARTS, actions[0]);
    others.forEach(Race::join);
  }

  private static void startLate(AtomicInteger missing, int start, Runnable action) {
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

  private static void join(Future<?> other) {
    try {
      other.get();
    } catch (ExecutionException e) {
      throw new AssertionError("thrown on another thread", e.getCause());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
