package org.reactiveserializer.stress;

import java.lang.Thread.UncaughtExceptionHandler;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Threads that share tasks, which may add further tasks. A caller can wait until none is left. */
final class Workers implements Executor, AutoCloseable {
  private static final Runnable STOP = () -> {};

  private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
  private final AtomicInteger unfinished = new AtomicInteger();
  private final AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
  private final int count;
  private volatile CountDownLatch quiet = new CountDownLatch(1);

  Workers(int count, boolean virtual, UncaughtExceptionHandler handler) {
    this.count = count;
    for (int i = 0; i < count; i++) {
      Threads.start(virtual, () -> work(handler));
    }
  }

  @Override
  public void execute(Runnable task) {
    unfinished.getAndIncrement();
    tasks.add(task);
  }

  /**
   * Runs a task and all tasks that it adds; throws if one of them threw. No other task may run
   * meanwhile.
   */
  void runAll(Runnable first) {
    CountDownLatch latch = new CountDownLatch(1);
    quiet = latch;
    execute(first);
    Threads.await(latch);
    Throwable caught = thrown.get();
    if (caught != null) {
      throw new AssertionError("a task failed", caught);
    }
  }

  private void work(UncaughtExceptionHandler handler) {
    Thread.currentThread().setUncaughtExceptionHandler(handler);
    try {
      for (Runnable task = tasks.take(); task != STOP; task = tasks.take()) {
        try {
          task.run();
        } catch (Throwable caught) {
          thrown.compareAndSet(null, caught);
        }
        if (unfinished.decrementAndGet() == 0) {
          quiet.countDown();
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Stops the threads. */
  @Override
  public void close() {
    for (int i = 0; i < count; i++) {
      tasks.add(STOP);
    }
  }
}
