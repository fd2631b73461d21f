package org.reactiveserializer.internal.waiting;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The threads that wait until there is room in a queue. A woken thread tries again, and wakes the
 * next one if there is still room: when its attempt is over, or before it delivers an item itself.
 * So a thread that makes room wakes one waiter, however much room it makes.
 *
 * <p><b>Invariant.</b> If threads wait, and {@link #wakeOne} was called for all room, then one of
 * these holds:
 *
 * <ul>
 *   <li>there was no room when the last of them looked after {@link #register};
 *   <li>{@code wakePending} is set, and there is a permit for one of them;
 *   <li>a thread has taken the permit and has not woken the next one yet.
 * </ul>
 *
 * <p>A thread makes room before it reads {@code waiting}, and a waiter counts itself in
 * {@code waiting} before it looks for room: at least one of the two sees the other.
 *
 * <p>The semaphore is only the place to park: in order of arrival, with a time limit, and suitable
 * for virtual threads. A permit does not promise room.
 */
public class RoomWaiters {
  private final Semaphore permits = new Semaphore(0, true);

  @SuppressWarnings("unused") // through the VarHandle
  private volatile int waiting;

  // Whether a thread was woken and has not looked for room since.
  private volatile boolean wakePending;

  /** Counts the calling thread as waiting. It must look for room once more before it waits. */
  public void register() {
    WAITING.getAndAdd(this, 1);
  }

  /**
   * Waits to be woken, for at most {@code nanos}. Returns whether the thread was woken: it must
   * look for room then.
   */
  public boolean await(long nanos) throws InterruptedException {
    if (!permits.tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
      return false;
    }
    wakePending = false;
    return true;
  }

  /** Ends what {@link #register} began. If there is room, the caller must {@link #wakeOne} then. */
  public void deregister() {
    WAITING.getAndAdd(this, -1);
  }

  /** Returns whether threads wait. To be read after room was made. */
  public boolean hasWaiters() {
    return waiting != 0;
  }

  /** Wakes one thread since there is room, unless one was woken and has not looked yet. */
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

  /** Wakes all threads since the stream has ended, after the end was published. */
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
