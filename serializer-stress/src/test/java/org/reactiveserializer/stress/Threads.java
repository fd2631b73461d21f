package org.reactiveserializer.stress;

import java.lang.reflect.Method;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Threads that run tasks: virtual ones if the platform supports them. */
final class Threads {
  /** Long enough for a busy machine; a task that takes longer hangs. */
  static final long PATIENCE_SECONDS = 60;

  private static final @Nullable Method START_VIRTUAL = startVirtual();

  private Threads() {}

  /** Returns whether the platform supports virtual threads. */
  static boolean areVirtual() {
    return START_VIRTUAL != null;
  }

  /** Runs a task on a virtual thread if requested and supported, otherwise on a platform thread. */
  static Task start(boolean virtual, Runnable work) {
    Task task = new Task(work);
    if (virtual && START_VIRTUAL != null) {
      try {
        START_VIRTUAL.invoke(null, task);
      } catch (ReflectiveOperationException e) {
        throw new LinkageError("Thread.startVirtualThread", e);
      }
    } else {
      Thread thread = new Thread(task);
      thread.setDaemon(true);
      thread.start();
    }
    return task;
  }

  // Available from JDK 21 on.
  private static @Nullable Method startVirtual() {
    if (Runtime.version().feature() < 21) {
      return null;
    }
    try {
      return Thread.class.getMethod("startVirtualThread", Runnable.class);
    } catch (NoSuchMethodException e) {
      throw new LinkageError("Thread.startVirtualThread", e);
    }
  }

  /** Waits for a latch. */
  static void await(CountDownLatch latch) {
    await(latch, PATIENCE_SECONDS);
  }

  /** Waits for a latch, at most {@code seconds}. */
  static void await(CountDownLatch latch, long seconds) {
    boolean interrupted = false;
    while (true) {
      try {
        if (!latch.await(seconds, TimeUnit.SECONDS)) {
          throw new AssertionError("no progress for " + seconds + " seconds");
        }
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** A task that can be waited for. */
  static final class Task implements Runnable {
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
    private final Runnable work;

    private Task(Runnable work) {
      this.work = work;
    }

    @Override
    public void run() {
      try {
        work.run();
      } catch (Throwable caught) {
        thrown.set(caught);
      } finally {
        ended.countDown();
      }
    }

    /** Returns whether it ends within a moment. */
    boolean endsSoon() throws InterruptedException {
      return ended.await(500, TimeUnit.MILLISECONDS);
    }

    /** Waits until it has ended, and throws what it threw. */
    void join() {
      join(PATIENCE_SECONDS);
    }

    /** As {@link #join()}, for at most {@code seconds}. */
    void join(long seconds) {
      await(ended, seconds);
      Throwable caught = thrown.get();
      if (caught != null) {
        throw new AssertionError("a thread failed", caught);
      }
    }
  }
}
