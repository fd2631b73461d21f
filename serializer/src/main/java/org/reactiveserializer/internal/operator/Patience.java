package org.reactiveserializer.internal.operator;

import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.Fate;
import org.reactiveserializer.internal.waiting.RoomWaiters;

/** How a thread waits for room in a queue. */
final class Patience {
  /**
   * It looks by itself now and then. If it is told at once it need not, but that the owner's stack may end in the
   * middle of its duties: then it is for whoever comes next to end the stream. The property, in milliseconds, is
   * for tests: to see that it need not.
   */
  private static final long LONGEST_WAIT =
      TimeUnit.MILLISECONDS.toNanos(Integer.getInteger("org.reactiveserializer.sink.wait", 1_000));

  /**
   * If it is not told at once, it looks after this time, in nanoseconds, and then whenever it has waited for as
   * long again: so it waits for about twice as long as it must, at most, and rarely wakes in vain.
   */
  private static final long FIRST_LOOK = TimeUnit.MILLISECONDS.toNanos(1);

  private Patience() {}

  /**
   * Makes attempts until one does not find {@code full} as its name says, for so many nanoseconds at most.
   * Returns the {@link Fate} that the last one returned; {@link Fate#INTERRUPTED} if the thread was interrupted and the
   * attempt after that found no room, either.
   */
  static int whenThereIsRoom(BoundedQueue<?> full, long nanos, IntSupplier attempt) {
    RoomWaiters waiters = full.waiters();
    long start = System.nanoTime();
    waiters.register();
    try {
      int fate = attempt.getAsInt(); // room may have been made before anybody knew of this thread
      long waited = 0;
      while (fate == Fate.FULL && waited < nanos) {
        boolean interrupted =
            awaitOrInterrupt(waiters, Math.min(untilLook(full, waited), nanos - waited));
        fate = attempt.getAsInt(); // in any case: what is told must not get lost
        if (interrupted && fate == Fate.FULL) {
          return Fate.INTERRUPTED;
        }
        waited = System.nanoTime() - start;
      }
      return fate;
    } finally {
      waiters.deregister();
      full.wakeIfRoom();
    }
  }

  private static long untilLook(BoundedQueue<?> full, long waited) {
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
