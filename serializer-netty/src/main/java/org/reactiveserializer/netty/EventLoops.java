package org.reactiveserializer.netty;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GenericFutureListener;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The event loops of a stream's channels.
 *
 * <p>As an executor, they continue a delivery: that of the thread which has delivered enough, or
 * another one if the thread has none. The task is timed: an event loop runs all plain tasks, also new
 * ones, before it reads its channels again.
 */
final class EventLoops implements Executor {
  /** How many messages of others a thread delivers before it leaves the rest to a task. */
  static final int MOST_OF_OTHERS = 256;

  private final Map<EventLoop, Member> loops = new ConcurrentHashMap<>();
  private final Consumer<? super EventLoop> onEnd;

  /**
   * Creates an executor without event loops.
   *
   * @param onEnd is called after the thread of an event loop has ended
   */
  EventLoops(Consumer<? super EventLoop> onEnd) {
    this.onEnd = onEnd;
  }

  /**
   * Adds an event loop, if it is not there.
   *
   * @return the answers for its channels
   */
  LoopReplies add(EventLoop loop) {
    Member member = loops.get(loop);
    if (member == null) {
      Member added = new Member(loop);
      member = loops.putIfAbsent(loop, added);
      if (member == null) {
        added.await();
        member = added;
      }
    }
    return member.replies;
  }

  /** Returns whether the calling thread is one of them. */
  boolean inEventLoop() {
    return loops.keySet().stream().anyMatch(EventLoop::inEventLoop);
  }

  /** No channel is left. The event loops, which may live on, forget this. */
  void close() {
    loops.values().forEach(Member::forget);
  }

  /**
   * Leaves a task to an event loop, at once or, while its queue is full, later.
   *
   * @param ended runs the task if the event loop has ended meanwhile
   * @return false if it has ended already, nearly always after it closed its channels: perhaps it does not run the task
   */
  static boolean submit(EventExecutor loop, Runnable task, Executor ended) {
    try {
      loop.execute(task);
      return !loop.isShutdown(); // it may have looked into its queue for the last time
    } catch (RejectedExecutionException rejected) {
      if (loop.isShutdown()) {
        return false;
      }
      GlobalEventExecutor.INSTANCE.schedule(
          () -> {
            if (!submit(loop, task, ended)) {
              ended.execute(task);
            }
          },
          1,
          TimeUnit.MILLISECONDS);
      return true;
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
    if (loop.isShuttingDown()) {
      return false;
    }
    try {
      Future<?> scheduled = loop.schedule(task, 1, TimeUnit.NANOSECONDS);
      scheduled.addListener(
          done -> {
            if (done.isCancelled()) { // the event loop shuts down
              executeElsewhere(task);
            }
          });
      return true;
    } catch (RejectedExecutionException shutDown) {
      return false;
    }
  }

  private void executeElsewhere(Runnable task) {
    try {
      execute(task);
    } catch (NoEventLoopException none) {
      GlobalEventExecutor.INSTANCE.execute(task);
    }
  }

  /** An event loop. Tells the stream that its thread has ended. */
  private final class Member implements GenericFutureListener<Future<Object>> {
    private final EventLoop loop;
    private final LoopReplies replies;

    Member(EventLoop loop) {
      this.loop = loop;
      replies = new LoopReplies(loop);
    }

    void await() {
      try {
        loop.terminationFuture().addListener(this);
      } catch (UnsupportedOperationException noThread) {
        // The event loop of an EmbeddedChannel has no thread that could end.
      }
    }

    void forget() {
      try {
        loop.terminationFuture().removeListener(this);
      } catch (UnsupportedOperationException noThread) {
        // As above.
      }
    }

    @Override
    public void operationComplete(Future<Object> ended) {
      loops.remove(loop);
      replies.endByShutdown();
      onEnd.accept(loop);
    }
  }

  /** No event loop runs tasks any more, which is no error: the calling thread delivers. */
  static final class NoEventLoopException extends RejectedExecutionException {
    private static final long serialVersionUID = 1;
  }
}
