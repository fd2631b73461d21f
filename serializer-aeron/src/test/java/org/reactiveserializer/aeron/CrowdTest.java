package org.reactiveserializer.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Iterator;
import org.junit.jupiter.api.Test;

/** When a thread makes way for others, and for how long. */
class CrowdTest {
  private static int pauses(Integer... waiting) {
    Iterator<Integer> looks = Arrays.asList(waiting).iterator();
    int pauses = new Crowd(looks::next).makeWay();
    assertEquals(false, looks.hasNext());
    return pauses;
  }

  @Test
  void aFewItemsAreNoCrowd() {
    assertEquals(0, pauses(Crowd.MANY));
  }

  @Test
  void itWaitsUntilFewAreLeft() {
    assertEquals(2, pauses(Crowd.MANY + 1, Crowd.MANY, Crowd.MANY / 2 + 1, Crowd.MANY / 2));
  }

  @Test
  void itDoesNotWaitForLong() {
    assertEquals(Crowd.MOST_PAUSES, new Crowd(() -> Integer.MAX_VALUE).makeWay());
  }

  @Test
  void anInterruptEndsIt() {
    Thread.currentThread().interrupt();
    int pauses = new Crowd(() -> Integer.MAX_VALUE).makeWay();
    assertTrue(Thread.interrupted());
    assertEquals(0, pauses);
  }
}
