package org.reactiveserializer.aeron;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/**
 * Lets threads take turns if many items wait. A thread that emits alone is several times as fast as
 * threads that hand their items over to one of them. Its next item would wait behind those of the crowd
 * anyway: so it loses little if it rests itself, and the others get the processor.
 *
 * <p>The rest is not ended early, when few items are left: a thread that wakes takes the processor from the
 * one that emits.
 */
final class Crowd {
  /** How many items are a crowd: so many that a rest is short beside the time that they take. */
  static final int MANY = 64;

  private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final IntSupplier waiting;

  /**
   * Creates a crowd.
   *
   * @param waiting returns how many items wait
   */
  Crowd(IntSupplier waiting) {
    this.waiting = waiting;
  }

  /** Rests once if many items wait, unless the thread is interrupted; returns whether it does. */
  boolean makeWay() {
    boolean rests = waiting.getAsInt() > MANY && !Thread.currentThread().isInterrupted();
    if (rests) {
      LockSupport.parkNanos(this, REST_NANOS);
    }
    return rests;
  }
}
