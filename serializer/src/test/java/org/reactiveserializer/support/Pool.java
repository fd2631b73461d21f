package org.reactiveserializer.support;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Threads that share tasks, which may add further tasks. A caller can wait until none is left. */
public final class Pool implements Executor, AutoCloseable {
  private final AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
  private final Phaser unfinished = new Phaser(1);
  private final ExecutorService threads;

  public Pool(int size) {
    threads = Executors.newFixedThreadPool(size);
  }

  @Override
  public void execute(Runnable task) {
    unfinished.register();
    threads.execute(
        () -> {
          try {
            task.run();
          } catch (Throwable caught) {
            thrown.compareAndSet(null, caught);
          } finally {
            unfinished.arriveAndDeregister();
          }
        });
  }

  /**
   * Returns when no task is left. So a test whose stream does not end fails, instead of hanging.
   */
  public void await() {
    unfinished.arriveAndAwaitAdvance();
    Throwable caught = thrown.get();
    if (caught != null) {
      throw new AssertionError("thrown in the pool", caught);
    }
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
