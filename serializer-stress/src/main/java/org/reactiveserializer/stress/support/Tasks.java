package org.reactiveserializer.stress.support;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;

/** An executor without threads: whoever comes runs what is there. */
public final class Tasks implements Executor {
  private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

  /** Creates one that has nothing to do. */
  public Tasks() {}

  @Override
  public void execute(Runnable task) {
    waiting.add(task);
  }

  /** Runs what is there, and what that leads to. By any thread. */
  public void run() {
    for (Runnable task = waiting.poll(); task != null; task = waiting.poll()) {
      task.run();
    }
  }
}
