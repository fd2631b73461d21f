package org.reactiveserializer.stress.stopped;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The threads of the second JVM: one for each {@link Who}, used in all rounds. */
final class Actors {
  /** Long enough for a busy machine; a call that takes longer hangs. */
  private static final long PATIENCE_SECONDS = 60;

  private final Map<Who, ExecutorService> executors = new EnumMap<>(Who.class);
  private final Map<Who, Thread> threads = new EnumMap<>(Who.class);

  Actors() {
    for (Who who : Who.values()) {
      executors.put(
          who,
          Executors.newSingleThreadExecutor(
              task -> {
                Thread thread = new Thread(task, who.name());
                thread.setDaemon(true);
                threads.put(who, thread);
                return thread;
              }));
    }
  }

  static boolean isVictim() {
    return Thread.currentThread().getName().equals(Who.VICTIM.name());
  }

  <R extends @Nullable Object> Future<R> begin(Who who, Callable<R> call) {
    ExecutorService executor = executors.get(who);
    if (executor == null) {
      throw new IllegalArgumentException("no thread for " + who);
    }
    return executor.submit(call);
  }

  <R extends @Nullable Object> R call(Who who, Callable<R> call) {
    return end(who, begin(who, call));
  }

  /** Waits for the end of a call. */
  <R extends @Nullable Object> R end(Who who, Future<R> future) {
    try {
      return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      Thread thread = threads.get(who);
      throw new StuckException(
          who + " is stuck: " + (thread == null ? "" : List.of(thread.getStackTrace())), e);
    } catch (ExecutionException e) {
      throw new StuckException(who + " failed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      throw new StuckException("interrupted", e);
    }
  }

  static void await(CountDownLatch latch, String what) {
    try {
      if (!latch.await(3 * PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new StuckException("timed out waiting for " + what, null);
      }
    } catch (InterruptedException e) {
      throw new StuckException("interrupted", e);
    }
  }

  /** Thrown if a thread makes no progress, or its call threw. */
  static final class StuckException extends RuntimeException {
    private static final long serialVersionUID = 1;

    StuckException(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }
}
