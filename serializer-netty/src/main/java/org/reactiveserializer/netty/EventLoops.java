package org.reactiveserializer.netty;

import io.netty.channel.EventLoop;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Continues a delivery in an event loop: that of the thread which has delivered enough, or another one
 * if the thread has none. The task is timed: an event loop runs all plain tasks, also new ones, before
 * it reads its channels again.
 */
final class EventLoops implements Executor {
  /** How many messages of others a thread delivers before it leaves the rest to a task. */
  static final int MOST_OF_OTHERS = 256;

  private final Map<EventLoop, Boolean> loops = new ConcurrentHashMap<>();

  void add(EventLoop loop) {
    if (!loops.containsKey(loop)) {
      loops.put(loop, true);
    }
  }

  /** Throws if there is no event loop that runs tasks: then the thread goes on itself. */
  @Override
  public void execute(Runnable task) {
    for (EventLoop loop : loops.keySet()) {
      if (loop.inEventLoop() && trySchedule(loop, task)) {
        return;
      }
    }
    for (EventLoop loop : loops.keySet()) {
      if (trySchedule(loop, task)) {
        return;
      }
    }
    throw new NoEventLoopException();
  }

  private boolean trySchedule(EventLoop loop, Runnable task) {
    try {
      loop.schedule(task, 1, TimeUnit.NANOSECONDS);
      return true;
    } catch (RejectedExecutionException shutDown) {
      loops.remove(loop);
      return false;
    }
  }

  /** No event loop runs tasks any more, which is no error: the calling thread delivers. */
  static final class NoEventLoopException extends RejectedExecutionException {
    private static final long serialVersionUID = 1;
  }
}
