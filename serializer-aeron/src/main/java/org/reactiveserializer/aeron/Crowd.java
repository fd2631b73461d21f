package org.reactiveserializer.aeron;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/**
 * Lets threads take turns if many items wait. A thread that emits alone is several times as fast as
 * threads that hand their items over to one of them. Its next item would wait behind those of the crowd
 * anyway: so it loses little if it waits itself until few are left, and the others get the processor.
 */
final class Crowd {
  /** How many items are a crowd: so many that a pause is short beside the time that they take. */
  static final int MANY = 64;

  /** How many pauses there are at most: for a millisecond, or somewhat more. */
  static final int MOST_PAUSES = 5;

  private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

  private final IntSupplier waiting;

  /**
   * Creates a crowd.
   *
   * @param waiting returns how many items wait
   */
  Crowd(IntSupplier waiting) {
    this.waiting = waiting;
  }

  /**
   * Waits while many items wait, until few are left; not for long, and not if the thread is interrupted.
   *
   * @return how many pauses there were
   */
  int makeWay() {
    int pauses = 0;
    if (waiting.getAsInt() > MANY) {
      while (pauses < MOST_PAUSES
          && waiting.getAsInt() > MANY / 2
          && !Thread.currentThread().isInterrupted()) {
        LockSupport.parkNanos(this, PAUSE_NANOS);
        pauses++;
      }
    }
    return pauses;
  }
}
