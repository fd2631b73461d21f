package org.reactiveserializer.internal.waiting;

import java.util.concurrent.TimeUnit;

/** How a thread waits with its item in a {@link RoomLine}. */
public final class Parking {
  /**
   * How long a thread waits at most before it looks by itself. This matters in one case only: the
   * owner's stack overflowed in the middle of its work. Then the next thread that signals must go on in
   * its place, and that may be this one. A system property, in milliseconds, lets tests make the time so
   * long that they see that nobody depends on it otherwise.
   */
  private static final long LONGEST_WAIT =
      TimeUnit.MILLISECONDS.toNanos(Integer.getInteger("org.reactiveserializer.sink.wait", 1_000));

  /**
   * The owner wakes several threads at a time. So a thread first looks after this time, in nanoseconds,
   * whether it was admitted, and then whenever its waiting time has doubled.
   */
  private static final long FIRST_LOOK = TimeUnit.MILLISECONDS.toNanos(1);

  private Parking() {}

  /**
   * Waits until it is decided what becomes of {@code waiter}, or for {@code nanos} since {@code start}.
   * Returns false if the thread was interrupted meanwhile, which it is still. By the thread that waits.
   */
  public static boolean await(Waiter<?> waiter, long start, long nanos, Look look) {
    long waited = 0;
    while (waiter.decided() == null && waited < nanos) {
      try {
        waiter.await(
            Math.min(Math.min(Math.max(FIRST_LOOK, waited), LONGEST_WAIT), nanos - waited));
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return false;
      }
      if (waiter.decided() == null) {
        look.look();
      }
      waited = System.nanoTime() - start;
    }
    return true;
  }

  /** What a thread does from time to time while it waits: looks whether others left it something to do. */
  public interface Look {
    /** Looks. */
    void look();
  }
}
