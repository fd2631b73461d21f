package org.reactiveserializer.calls;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

/** An executor whose tasks the test runs, one by one, on its own thread. */
final class Tasks implements Executor {
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private int most;

  @Override
  public void execute(Runnable task) {
    waiting.add(task);
    most = Math.max(most, waiting.size());
  }

  int size() {
    return waiting.size();
  }

  /** Returns the largest number of tasks that waited at one time. */
  int most() {
    return most;
  }

  /** Runs the first task. */
  void runOne() {
    waiting.remove().run();
  }

  void runAll() {
    while (!waiting.isEmpty()) {
      runOne();
    }
  }

  /** Drops the tasks, as an executor does that is shut down. */
  void drop() {
    waiting.clear();
  }
}
