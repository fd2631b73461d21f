package org.reactiveserializer.io.internal.ring;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.reactiveserializer.io.ring.Idle;

/** How a thread that polls waits from one look to the next. For one thread. */
public final class Backoff {
  private static final int SPINS = 200;
  private static final int YIELDS = 20;
  private static final long FIRST_PARK_NANOS = TimeUnit.MICROSECONDS.toNanos(10);
  private static final long LAST_PARK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final Idle idle;
  private int rounds;
  private long parkNanos = FIRST_PARK_NANOS;

  public Backoff(Idle idle) {
    this.idle = idle;
  }

  /** There was something to do. */
  public void reset() {
    rounds = 0;
    parkNanos = FIRST_PARK_NANOS;
  }

  /** There is nothing to do. An unpark, or an interrupt, ends the wait. */
  @SuppressWarnings(
      "ThreadPriorityCheck") // nothing but the time of the wait depends on the scheduler
  public void pause() {
    if (idle == Idle.SPIN || rounds < SPINS) {
      Thread.onSpinWait();
    } else if (idle == Idle.YIELD || rounds < SPINS + YIELDS) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(this, parkNanos);
      Thread.interrupted(); // or else no later park would wait
      parkNanos = Math.min(2 * parkNanos, LAST_PARK_NANOS);
    }
    rounds = Math.min(rounds + 1, SPINS + YIELDS);
  }
}
