package org.reactiveserializer.io.datagram;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.reactiveserializer.internal.settings.Dropped;

/**
 * Tasks that any thread leaves to a reading thread.
 *
 * <p><b>Invariant.</b> A task that was added is run, or its caller is told that it will not be. The
 * reading thread sets {@code ended} before it takes tasks for the last time. A thread that adds one
 * reads {@code ended} after that; if it is set, it takes the task back, unless the reading thread
 * has it already.
 *
 * <p>Not final, so that a test can break a step.
 */
class ReaderTasks {
  private final Runnable wakeReader;
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private volatile boolean ended;

  ReaderTasks(Runnable wakeReader) {
    this.wakeReader = wakeReader;
  }

  /** Adds a task. Returns false if the reading thread will not run it. By any thread. */
  final boolean tryAdd(Runnable task) {
    if (hasEnded()) {
      return false;
    }
    tasks.add(task);
    if (hasEnded() && tasks.remove(task)) {
      return false;
    }
    wakeReader.run();
    return true;
  }

  /** Returns whether a task is, or was, added too late. */
  boolean hasEnded() {
    return ended;
  }

  final boolean isEmpty() {
    return tasks.isEmpty();
  }

  /** Runs what tasks there are, without those that they add. By the reading thread. */
  final void run() {
    for (int n = tasks.size(); n > 0; n--) {
      Runnable task = tasks.poll();
      if (task != null) {
        try {
          task.run();
        } catch (Throwable ofSubscriber) { // §2.13
          Dropped.uncaught(ofSubscriber);
        }
      }
    }
  }

  /** Refuses tasks from now on, and runs what there are. By the reading thread. */
  final void end() {
    ended = true;
    run();
  }
}
