package org.reactiveserializer.aeron;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** When a thread makes way for others. */
class CrowdTest {
  @Test
  void aFewItemsAreNoCrowd() {
    assertFalse(new Crowd(() -> Crowd.MANY).makeWay());
  }

  @Test
  void itMakesWayForMany() {
    assertTrue(new Crowd(() -> Crowd.MANY + 1).makeWay());
  }

  @Test
  void anInterruptedThreadDoesNotWait() {
    Thread.currentThread().interrupt();
    boolean rests = new Crowd(() -> Integer.MAX_VALUE).makeWay();
    assertTrue(Thread.interrupted());
    assertFalse(rests);
  }
}
