package org.reactiveserializer.internal.operator;

import java.util.concurrent.TimeUnit;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.Outcome;
import org.reactiveserializer.internal.waiting.RoomWaiters;

/** How a thread waits for room in a queue. */
final class Patience {
  /**
   * How long a thread waits at most before it looks for room by itself. If each removal wakes a
   * waiter, this matters in one case only: the owner's stack overflowed in the middle of its work.
   * Then the next thread that signals must end the stream, and that may be this one. A system
   * property, in milliseconds, lets tests make the time so long that they see that waiters do not
   * depend on it otherwise.
   */
  private static final long LONGEST_WAIT =
      TimeUnit.MILLISECONDS.toNanos(Integer.getInteger("org.reactiveserializer.sink.wait", 1_000));

  /**
   * If not each removal wakes a waiter, a thread first looks for room after this time, in
   * nanoseconds, and then whenever its waiting time has doubled. So it waits for at most about
   * twice as long as it must, and rarely wakes without finding room.
   */
  private static final long FIRST_LOOK = TimeUnit.MILLISECONDS.toNanos(1);

  private Patience() {}

  /** What a thread repeats. */
  interface Attempt {
    /** Returns the {@link Outcome} of the item. */
    int emit();
  }

  /**
   * Repeats {@code attempt} until it finds room in the queue {@code full}, for at most
   * {@code nanos}. Returns the {@link Outcome} that the last attempt returned, or
   * {@link Outcome#INTERRUPTED} if the thread was interrupted and the attempt after that found no room
   * either.
   */
  static int awaitRoom(BoundedQueue<?> full, long nanos, Attempt attempt) {
    RoomWaiters waiters = full.waiters();
    long start = System.nanoTime();
    waiters.register();
    try {
      int outcome = attempt.emit(); // room may have been made before this thread was registered
      long waited = 0;
      while (outcome == Outcome.FULL && waited < nanos) {
        boolean interrupted =
            awaitOrInterrupt(waiters, Math.min(untilNextLook(full, waited), nanos - waited));
        outcome = attempt.emit(); // even if interrupted: a wake-up must not get lost
        if (interrupted && outcome == Outcome.FULL) {
          return Outcome.INTERRUPTED;
        }
        waited = System.nanoTime() - start;
      }
      return outcome;
    } finally {
      waiters.deregister();
      full.wakeIfRoom();
    }
  }

  private static long untilNextLook(BoundedQueue<?> full, long waited) {
    return full.wakesAtEachRemoval()
        ? LONGEST_WAIT
        : Math.min(Math.max(FIRST_LOOK, waited), LONGEST_WAIT);
  }

  private static boolean awaitOrInterrupt(RoomWaiters waiters, long nanos) {
    try {
      waiters.await(nanos);
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return true;
    }
  }
}
