package org.reactiveserializer.netty;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Notices that a channel is silent for too long. All methods are for the thread of the channel. */
final class IdleWatch {
  private final long limit;
  private final Watched watched;
  private long lastMessage;
  private @Nullable Future<?> next;

  /** What is watched. */
  interface Watched {
    /** Returns whether nobody is interested any more. */
    boolean isOver();

    /** Returns whether it may be silent, because it cannot be heard, or is busy otherwise. */
    boolean isExcused();

    /** It was silent for too long. It is watched no more. */
    void idle();
  }

  /**
   * Creates a watch.
   *
   * @param limit how long it may be silent, in nanoseconds; 0: for ever
   */
  IdleWatch(long limit, Watched watched) {
    this.limit = limit;
    this.watched = watched;
  }

  void start(EventExecutor executor) {
    heard();
    look(executor, limit);
  }

  /** Something was heard, or could not have been heard until now. */
  void heard() {
    if (limit > 0) {
      lastMessage = System.nanoTime();
    }
  }

  /** Watches no more: channels come and go faster than the time is up. */
  void stop() {
    Future<?> scheduled = next;
    if (scheduled != null) {
      next = null;
      scheduled.cancel(false);
    }
  }

  private void look(EventExecutor executor, long nanos) {
    if (limit > 0) {
      next = executor.schedule(() -> check(executor), nanos, TimeUnit.NANOSECONDS);
    }
  }

  private void check(EventExecutor executor) {
    if (watched.isOver()) {
      return;
    }
    if (watched.isExcused()) {
      heard();
    }
    long left = limit - (System.nanoTime() - lastMessage);
    if (left <= 0) {
      watched.idle();
    } else {
      look(executor, left);
    }
  }
}
