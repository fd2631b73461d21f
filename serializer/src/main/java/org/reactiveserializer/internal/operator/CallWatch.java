package org.reactiveserializer.internal.operator;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks from time to time whether a call has taken too long. The calls follow each other: each
 * happens-before the next. They pay three stores each, and no look at the clock.
 *
 * <p>The first call starts the looks. They end when no call was made between two of them, and the next
 * call starts them again. For this, a call first says that it has begun and then reads {@code looking},
 * and the last look first clears {@code looking} and then reads the call. No fence keeps the two from
 * missing each other. So there is one more look, an interval later: by then, what the call wrote is
 * visible.
 *
 * <p>A call is found when it was under way at two looks that are the limit apart or more. So no call is
 * found too early, and each is found at most two intervals late, if the timer is in time.
 *
 * <p>While no call is under way, nothing that waits in the timer keeps this alive.
 */
public final class CallWatch {
  /** How many looks there are while the limit passes. */
  private static final int LOOKS = 4;

  private static final long SHORTEST = TimeUnit.MILLISECONDS.toNanos(1);

  /** What is under way when no thread is inside any more. */
  private static final String OUTLASTING = "call";

  private final long limit;
  private final long interval;

  private @Nullable Consumer<Object> onHang; // written before the first call

  // Written by who makes the calls, opaque and release: see enter.
  private long calls;

  @SuppressWarnings("unused") // through the VarHandle
  private @Nullable Object inside;

  @SuppressWarnings("unused") // through the VarHandle
  private boolean looking;

  CallWatch(long limit) {
    this.limit = limit;
    this.interval = Math.max(SHORTEST, limit / LOOKS);
  }

  /**
   * Sets what is called with the call that took too long, once, by the timer: it must not last. Before the first
   * call.
   */
  public void onHang(Consumer<Object> action) {
    onHang = action;
  }

  /** A call begins, in this thread. */
  public void enter() {
    CALLS.setOpaque(this, calls + 1);
    // Release: whoever reads it reads this number of calls, or a later one.
    INSIDE.setRelease(this, Thread.currentThread());
    if (!(boolean) LOOKING.getOpaque(this)) {
      startLooking();
    }
  }

  /** This thread leaves a call that has not ended, unless it has. */
  public void outlast() {
    INSIDE.compareAndSet(this, Thread.currentThread(), OUTLASTING);
  }

  /** The call has ended. */
  public void leave() {
    INSIDE.setOpaque(this, (Object) null);
  }

  private void startLooking() {
    if (LOOKING.compareAndSet(this, false, true)) {
      try {
        later(new Look(this, null, calls, 0, false));
      } catch (Throwable notStarted) {
        LOOKING.setVolatile(this, false); // the next call tries again
      }
    }
  }

  /** Apart, since it locks for a moment: a tool that looks for blocking calls needs a name. */
  private void later(Look look) {
    Future<?> unused = Timer.THREAD.schedule(look, interval, TimeUnit.NANOSECONDS);
  }

  /** By the timer. */
  private void look(Look last) {
    try {
      Object call = INSIDE.getAcquire(this); // first: see enter
      long now = (long) CALLS.getOpaque(this);
      boolean idle = call == null && now == last.calls;
      if (last.isFinal) {
        if (!idle && LOOKING.compareAndSet(this, false, true)) {
          later(new Look(this, call, now, System.nanoTime(), false));
        }
      } else if (idle && last.call == null) {
        LOOKING.setVolatile(this, false);
        later(new Look(this, null, now, 0, true));
      } else if (call == null || last.call == null || now != last.calls) {
        later(new Look(this, call, now, System.nanoTime(), false));
      } else if (System.nanoTime() - last.since < limit) {
        later(new Look(this, call, now, last.since, false));
      } else {
        hangs(call, last);
      }
    } catch (Throwable noMemory) {
      LOOKING.setVolatile(this, false); // the next call starts again
    }
  }

  /** No look follows: the stream ends. Unless there is no memory to end it. */
  private void hangs(Object call, Look last) {
    try {
      Consumer<Object> action = onHang;
      if (action != null) {
        action.accept(call);
      }
    } catch (Throwable noThread) {
      later(last);
    }
  }

  /** A look that is to come, and what the one before it has seen. */
  private static final class Look implements Runnable {
    private final Object watch; // a weak reference, if no call was under way
    private final @Nullable Object call;
    private final long calls;
    private final long since; // if a call was under way: seen for the first time
    private final boolean isFinal;

    Look(CallWatch watch, @Nullable Object call, long calls, long since, boolean isFinal) {
      this.watch = call == null ? new WeakReference<>(watch) : watch;
      this.call = call;
      this.calls = calls;
      this.since = since;
      this.isFinal = isFinal;
    }

    @Override
    public void run() {
      Object found = watch instanceof WeakReference<?> reference ? reference.get() : watch;
      if (found instanceof CallWatch alive) {
        alive.look(this);
      }
    }
  }

  /** A thread of our own: on that of the JDK, users' code may run, and hang. It ends when it is idle. */
  private static final class Timer {
    static final ScheduledThreadPoolExecutor THREAD =
        new ScheduledThreadPoolExecutor(
            1, task -> DeliveryThreads.thread(task, "reactive-serializer-timer"));

    static {
      THREAD.setKeepAliveTime(10, TimeUnit.SECONDS);
      THREAD.allowCoreThreadTimeOut(true);
    }
  }

  private static final VarHandle CALLS = handle("calls", long.class);
  private static final VarHandle INSIDE = handle("inside", Object.class);
  private static final VarHandle LOOKING = handle("looking", boolean.class);

  private static VarHandle handle(String field, Class<?> type) {
    return ConstantBootstraps.fieldVarHandle(
        MethodHandles.lookup(), field, VarHandle.class, CallWatch.class, type);
  }
}
