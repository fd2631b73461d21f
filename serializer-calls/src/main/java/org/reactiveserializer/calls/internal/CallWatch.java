package org.reactiveserializer.calls.internal;

import java.lang.ref.WeakReference;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.settings.Threads;

/**
 * Looks from time to time whether a call takes too long. The calls follow each other: each happens-before the next. A
 * call is found when it was under way at two looks that are the limit apart or more.
 *
 * <p>The first call starts the looks. They end when no call was made between two of them, and the next call starts them
 * again. A call says that it has begun, and then reads {@code isLooking}; the last look clears {@code isLooking}, and
 * then looks at the calls. So one of the two sees the other. Who has a count of its own does the same.
 */
public final class CallWatch {
  /** How many looks there are while the limit passes. */
  private static final int LOOKS = 4;

  /** A turn at which nothing is under way, and the looks go on. */
  public static final long IDLE = Long.MIN_VALUE;

  private static final long SHORTEST = TimeUnit.MILLISECONDS.toNanos(1);

  private final long limit;
  private final LongSupplier turn;
  private final LongPredicate onHang;

  // How often a call has begun or ended: odd while one is under way. Written by who makes the
  // calls.
  private final AtomicLong turns = new AtomicLong();

  private final AtomicBoolean isLooking = new AtomicBoolean();

  // What the last look has seen, and since when. By whoever has set isLooking, and then by the
  // timer.
  private long seen;
  private long since;

  // Who is inside the call; null: it outlasts its thread. Only for the message.
  private volatile @Nullable Thread inside;

  /**
   * Creates a watch.
   *
   * @param limit how many nanoseconds a call may take
   * @param onHang is called once, by the timer, with the thread that is inside the call, if one is. It must not last
   */
  public CallWatch(long limit, Consumer<@Nullable Thread> onHang) {
    this.limit = limit;
    this.turn = turns::get;
    this.onHang =
        found -> {
          onHang.accept(inside);
          return true;
        };
  }

  /**
   * Creates a watch of who counts turns, and calls {@link #start} when one may have begun.
   *
   * @param turn returns the count, by any thread: odd while something is under way, even while not; or {@link #IDLE}
   * @param onHang is called by the timer with the turn that takes too long. It must not last. If it returns false, the looks go on
   */
  public CallWatch(long limit, LongSupplier turn, LongPredicate onHang) {
    this.limit = limit;
    this.turn = turn;
    this.onHang = onHang;
  }

  /** A call begins, in this thread. */
  public void enter() {
    inside = Thread.currentThread();
    turns.set(turns.getPlain() + 1);
    start();
  }

  /** Starts the looks, unless they are under way. By any thread. */
  public void start() {
    if (!isLooking.get()) {
      startLooking();
    }
  }

  /** This thread leaves a call that has perhaps not ended. */
  public void outlast() {
    if (inside == Thread.currentThread()) {
      inside = null;
    }
  }

  /** The call has ended. */
  public void leave() {
    turns.set(turns.getPlain() + 1);
  }

  boolean isLooking() {
    return isLooking.get();
  }

  private void startLooking() {
    if (isLooking.compareAndSet(false, true)) {
      try {
        seen = turn.getAsLong() & ~1; // as if it had seen no call yet
        later();
      } catch (Throwable notStarted) {
        isLooking.set(false); // the next call tries again
      }
    }
  }

  /** Apart, since it locks for a moment: a tool that looks for blocking calls needs a name. */
  private void later() {
    Object watch = isEven(seen) ? new WeakReference<>(this) : this;
    long interval = Math.max(SHORTEST, limit / LOOKS);
    Future<?> unused = schedule(() -> lookAt(watch), interval);
  }

  /** Runs a task later, by the timer: it must not last. */
  static Future<?> schedule(Runnable task, long nanos) {
    return Timer.THREAD.schedule(task, nanos, TimeUnit.NANOSECONDS);
  }

  /** A look that is to come keeps nothing alive while no call is under way. */
  private static void lookAt(Object watch) {
    Object found = watch instanceof WeakReference<?> reference ? reference.get() : watch;
    if (found instanceof CallWatch alive) {
      alive.look();
    }
  }

  /** By the timer. */
  private void look() {
    try {
      long now = turn.getAsLong();
      if (now != seen || now == IDLE) {
        seen = now;
        since = System.nanoTime();
        later();
      } else if (isEven(now)) {
        isLooking.set(false);
        if (turn.getAsLong() != now) {
          startLooking();
        }
      } else if (System.nanoTime() - since < limit || !hasEnded(now)) {
        later();
      }
    } catch (Throwable noMemory) {
      isLooking.set(false); // the next call starts again
    }
  }

  private static boolean isEven(long turn) {
    return (turn & 1) == 0;
  }

  /** Then no look follows. False also if there is no memory to end the front. */
  private boolean hasEnded(long hanging) {
    try {
      return onHang.test(hanging);
    } catch (Throwable noThread) {
      return false;
    }
  }

  /** A thread of our own: on that of the JDK, users' code may run, and hang. It ends when it is idle. */
  private static final class Timer {
    static final ScheduledThreadPoolExecutor THREAD =
        new ScheduledThreadPoolExecutor(
            1, task -> Threads.thread(task, "reactive-serializer-timer"));

    static {
      THREAD.setKeepAliveTime(10, TimeUnit.SECONDS);
      THREAD.allowCoreThreadTimeOut(true);
      THREAD.setRemoveOnCancelPolicy(true);
    }
  }
}
