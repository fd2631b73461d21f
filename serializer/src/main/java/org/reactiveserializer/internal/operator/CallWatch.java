package org.reactiveserializer.internal.operator;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks from time to time whether a call has taken too long. The calls follow each other: each
 * happens-before the next. They pay two plain stores each, and no look at the clock.
 *
 * <p>The first call starts the looks. They end when no call was made between two of them, and the next
 * call starts them again. For this, a call first says that it has begun and then reads {@code looking},
 * and the last look first clears {@code looking} and then reads the call. No fence keeps the two from
 * missing each other. So there is one more look, an interval later: by then, what the call wrote is
 * visible.
 *
 * <p>A call is found when it was under way at two looks that are the limit apart or more. So no call is
 * found too early, and each is found at most two intervals late, if the timer is in time.
 */
public final class CallWatch {
  /** How many looks there are while the limit passes. */
  private static final int LOOKS = 4;

  private static final long SHORTEST = TimeUnit.MILLISECONDS.toNanos(1);

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

  /**
   * A call begins.
   *
   * @param call says which, for a message; a {@link Thread} if that thread is inside all the time
   */
  public void enter(Object call) {
    CALLS.setOpaque(this, calls + 1);
    INSIDE.setRelease(this, call); // whoever reads it reads this number of calls, or a later one
    if (!(boolean) LOOKING.getOpaque(this)) {
      startLooking();
    }
  }

  /** The call has ended. */
  public void leave() {
    INSIDE.setOpaque(this, (Object) null);
  }

  private void startLooking() {
    if (LOOKING.compareAndSet(this, false, true)) {
      try {
        later(new Look(calls, Long.MIN_VALUE, false));
      } catch (Throwable notStarted) {
        LOOKING.setVolatile(this, false); // the next call tries again
      }
    }
  }

  /** Apart, since it locks for a moment: a tool that looks for blocking calls needs a name. */
  private void later(Look look) {
    CompletableFuture.delayedExecutor(interval, TimeUnit.NANOSECONDS, Runnable::run).execute(look);
  }

  /** A look, which knows what the one before it has seen. */
  private final class Look implements Runnable {
    private final long seen;
    private final long since; // MIN_VALUE: no call was under way
    private final boolean isLast;

    Look(long seen, long since, boolean isLast) {
      this.seen = seen;
      this.since = since;
      this.isLast = isLast;
    }

    @Override
    public void run() {
      try {
        look();
      } catch (Throwable noMemory) {
        LOOKING.setVolatile(CallWatch.this, false); // the next call starts again
      }
    }

    private void look() {
      Object call = INSIDE.getAcquire(CallWatch.this); // first: see enter
      long now = (long) CALLS.getOpaque(CallWatch.this);
      boolean idle = call == null && now == seen;
      if (isLast) {
        if (!idle && LOOKING.compareAndSet(CallWatch.this, false, true)) {
          later(new Look(now, call == null ? Long.MIN_VALUE : System.nanoTime(), false));
        }
      } else if (idle && since == Long.MIN_VALUE) {
        LOOKING.setVolatile(CallWatch.this, false);
        later(new Look(now, Long.MIN_VALUE, true));
      } else {
        goOn(call, now);
      }
    }

    private void goOn(@Nullable Object call, long now) {
      if (call == null) {
        later(new Look(now, Long.MIN_VALUE, false));
        return;
      }
      boolean same = since != Long.MIN_VALUE && now == seen;
      long time = System.nanoTime();
      if (!same) {
        later(new Look(now, time, false));
      } else if (time - since < limit) {
        later(new Look(now, since, false));
      } else {
        Consumer<Object> action = onHang;
        if (action != null) {
          action.accept(call); // no look follows: the stream ends
        }
      }
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
