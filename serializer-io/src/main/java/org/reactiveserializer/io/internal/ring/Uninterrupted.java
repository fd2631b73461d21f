package org.reactiveserializer.io.internal.ring;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Calls operations of a channel in a thread that nobody interrupts. An interrupt closes the channel
 * of the thread that is in such an operation; and with a channel of the file, the process loses all
 * its locks on that file.
 */
final class Uninterrupted {
  private Uninterrupted() {}

  /** An operation of a channel. */
  interface Operation<T> {
    T call() throws IOException;
  }

  static <T> T call(Operation<T> operation) throws IOException {
    FutureTask<T> task = new FutureTask<>(operation::call);
    Threads.daemon(task, "ring-file").start();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException again) {
          interrupted = true;
        }
      }
    } catch (ExecutionException failed) {
      throw rethrow(failed.getCause());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Waits for some time, also in a thread that is interrupted, and stays so. */
  static void pause(long nanos) {
    boolean interrupted = Thread.interrupted();
    LockSupport.parkNanos(nanos);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static IOException rethrow(@Nullable Throwable cause) {
    if (cause instanceof IOException failed) {
      return failed;
    }
    if (cause instanceof RuntimeException failed) {
      throw failed;
    }
    if (cause instanceof Error failed) {
      throw failed;
    }
    throw new AssertionError(cause);
  }
}
