package org.reactiveserializer.internal.waiting;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The threads that wait until there is room in a queue. A thread that is told tries again, and tells the
 * next one if there is room left, when it is back or is about to deliver straight: so who makes room tells one,
 * however many it makes room for.
 *
 * <p><b>Invariant.</b> If threads wait, and all room was told of, then there was none when the last of them looked after {@link
 * #register}, or {@code told} is set and a permit is there for one of them, or one has taken it and not
 * told the next yet. Who makes room does so before it looks at {@code waiting}, and who waits counts itself
 * before it looks for room: at least one of the two sees the other.
 *
 * <p>The semaphore is but the place to park, in order of arrival, with a time limit, and fit for virtual
 * threads. A permit is no promise of room.
 */
public class RoomWaiters {
  private final Semaphore permits = new Semaphore(0, true);

  @SuppressWarnings("unused") // through the VarHandle
  private volatile int waiting;

  // Whether one was told, and has not looked since.
  private volatile boolean wakePending;

  /** Counts the calling thread among those that wait, before it looks for room once more. */
  public void register() {
    WAITING.getAndAdd(this, 1);
  }

  /**
   * Waits to be told, for a time at most, in nanoseconds; and tells whether it was. It is to look for
   * room then.
   */
  public boolean await(long nanos) throws InterruptedException {
    if (!permits.tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
      return false;
    }
    wakePending = false;
    return true;
  }

  /** Ceases to wait. If there is room, {@link #wakeOne} is to follow. */
  public void deregister() {
    WAITING.getAndAdd(this, -1);
  }

  /** Tells whether threads wait. After room was made. */
  public boolean hasWaiters() {
    return waiting != 0;
  }

  /** Tells one that there is room, unless one was told and has not looked yet. */
  public void wakeOne() {
    if (waiting != 0 && !wakePending) {
      wakePending = true;
      try {
        permits.release();
      } catch (Throwable thrown) {
        wakePending = false;
        throw thrown;
      }
    }
  }

  /** Tells all, since there is nothing more to wait for. After that was made known. */
  public void wakeAll() {
    int all = waiting;
    if (all != 0) {
      permits.release(all);
    }
  }

  private static final VarHandle WAITING =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "waiting", VarHandle.class, RoomWaiters.class, int.class);
}
