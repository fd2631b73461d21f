package org.reactiveserializer.io.internal.ring;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class HangWatchTest {
  private static final long TIMEOUT = 8 * Heartbeats.INTERVAL_NANOS;

  private long now = Long.MAX_VALUE - 1; // it overflows
  private final HangWatch watch = new HangWatch(TIMEOUT, () -> now);

  @Test
  void isAliveAsLongAsTheCounterChanges() {
    for (int beat = 0; beat < 1000; beat++) {
      assertTrue(watch.isAlive(1, beat));
      pass(TIMEOUT + 1);
    }
    assertFalse(watch.isAlive(1, 999));
    assertTrue(watch.isAlive(1, 0));
  }

  @Test
  void aSuccessorIsAliveWithTheSameCounter() {
    assertTrue(watch.isAlive(1, 7));
    pass(TIMEOUT + 1);
    assertTrue(watch.isAlive(2, 7));
    pass(TIMEOUT + 1);
    assertFalse(watch.isAlive(2, 7));
  }

  @Test
  void isAliveForTheTimeout() {
    assertTrue(watch.isAlive(1, 7));
    pass(TIMEOUT);
    assertTrue(watch.isAlive(1, 7));
    pass(1);
    assertFalse(watch.isAlive(1, 7));
  }

  /** Both processes were stopped, and this one continues first. */
  @Test
  void timeInWhichThisProcessWasStoppedDoesNotCount() {
    assertTrue(watch.isAlive(1, 7));
    now += 100 * TIMEOUT;
    assertTrue(watch.isAlive(1, 7));
    watch.beat();
    assertTrue(watch.isAlive(1, 7));
    pass(TIMEOUT);
    assertTrue(watch.isAlive(1, 7));
    pass(1);
    assertFalse(watch.isAlive(1, 7));
  }

  /** As above, but the first thing that continues is the heartbeat of this process. */
  @Test
  void theHeartbeatOfThisProcessMayContinueFirst() {
    assertTrue(watch.isAlive(1, 7));
    now += 100 * TIMEOUT;
    watch.beat();
    assertTrue(watch.isAlive(1, 7));
    pass(TIMEOUT + 1);
    assertFalse(watch.isAlive(1, 7));
  }

  /** Time passes, and this process has its heartbeat. */
  private void pass(long nanos) {
    long end = now + nanos;
    while (end - now > Heartbeats.INTERVAL_NANOS) {
      now += Heartbeats.INTERVAL_NANOS;
      watch.beat();
    }
    now = end;
    watch.beat();
  }
}
