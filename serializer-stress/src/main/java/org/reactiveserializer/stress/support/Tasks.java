package org.reactiveserializer.stress.support;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;

/** An executor without threads: any thread can run its tasks. */
public final class Tasks implements Executor {
  private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

  /** Creates an executor without tasks. */
  public Tasks() {}

  @Override
  public void execute(Runnable task) {
    waiting.add(task);
  }

  /** Returns whether no task waits. */
  public boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Runs the tasks, and those that they add. Can be called by any thread. */
  public void run() {
    for (Runnable task = waiting.poll(); task != null; task = waiting.poll()) {
      task.run();
    }
  }
}
