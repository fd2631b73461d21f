package org.reactiveserializer.io.internal.ring;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class HangWatchTest {
  @Test
  void isAliveAsLongAsTheCounterChanges() {
    HangWatch watch = new HangWatch(0);
    for (int beat = 0; beat < 1000; beat++) {
      assertTrue(watch.isAlive(1, beat));
      awaitTick();
    }
    assertFalse(watch.isAlive(1, 999));
    assertTrue(watch.isAlive(1, 0));
  }

  @Test
  void aSuccessorIsAliveWithTheSameCounter() {
    HangWatch watch = new HangWatch(0);
    assertTrue(watch.isAlive(1, 7));
    awaitTick();
    assertTrue(watch.isAlive(2, 7));
    awaitTick();
    assertFalse(watch.isAlive(2, 7));
  }

  @Test
  void isAliveForTheTimeout() {
    HangWatch watch = new HangWatch(Long.MAX_VALUE);
    assertTrue(watch.isAlive(1, 7));
    awaitTick();
    assertTrue(watch.isAlive(1, 7));
  }

  private static void awaitTick() {
    long start = System.nanoTime();
    while (System.nanoTime() == start) {
      Thread.onSpinWait();
    }
  }
}
