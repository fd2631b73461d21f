package org.reactiveserializer.support;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import org.reactiveserializer.EmitOutcome;

/** An emission on a separate thread. */
public final class Emission {
  /** The thread that emits. */
  public final Thread thread;

  private volatile boolean interrupted;
  private final CompletableFuture<EmitOutcome> result = new CompletableFuture<>();

  private Emission(SinkScene scene, int item, Duration timeout) {
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              try {
                EmitOutcome got = scene.sink.emit(item, timeout);
                interrupted = Thread.currentThread().isInterrupted();
                result.complete(got);
              } catch (Throwable thrown) {
                result.completeExceptionally(thrown);
              }
              return null;
            });
    thread = new Thread(task, "emission of " + item);
    thread.setDaemon(true);
  }

  /** Starts an emission with a long time limit, and returns when its thread is parked. */
  public static Emission waiting(SinkScene scene, int item) {
    return waiting(scene, item, Duration.ofDays(1));
  }

  /** Starts an emission, and returns when its thread is parked. */
  public static Emission waiting(SinkScene scene, int item, Duration timeout) {
    Emission emission = new Emission(scene, item, timeout);
    emission.thread.start();
    while (emission.thread.getState() != Thread.State.TIMED_WAITING) {
      assertFalse(emission.result.isDone(), "it did not wait");
      Thread.onSpinWait();
    }
    return emission;
  }

  /** Waits for the result. */
  public EmitOutcome result() {
    return result.join();
  }

  /** Returns whether there is a result. */
  public boolean isOver() {
    return result.isDone();
  }

  /** Returns whether the thread was interrupted when it had its result. */
  public boolean wasInterrupted() {
    return interrupted;
  }
}
