package org.reactiveserializer.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CacheLineTripTest {
  @Test
  void aMachineWhoseProcessorsMoveIsUnsteady() {
    CacheLineTrip trip = of(110, 140, 500);
    assertFalse(trip.isUnsteady());
    assertEquals("110 ns", trip.look());
    trip.look();
    assertFalse(trip.isUnsteady());
    trip.look();
    assertTrue(trip.isUnsteady());
    assertEquals("a cache line took 110 to 500 ns to another processor and back", trip.toString());
  }

  @Test
  void oneProcessorHasNoDistance() {
    CacheLineTrip trip = of(0, 0);
    assertEquals("unknown", trip.look());
    trip.look();
    assertFalse(trip.isUnsteady());
  }

  @Test
  @Timeout(60)
  void thisMachineHasOneIfItHasTwoProcessors() {
    boolean isKnown = Runtime.getRuntime().availableProcessors() > 1;
    CacheLineTrip trip = new CacheLineTrip();
    String seen = trip.look();
    while (isKnown && seen.equals("unknown")) {
      seen = trip.look(); // so it is while other programs have one of the processors
    }
    assertEquals(isKnown, seen.matches("[1-9]\\d* ns"), seen);
  }

  private static CacheLineTrip of(long... nanos) {
    return new CacheLineTrip(LongStream.of(nanos).iterator()::nextLong);
  }
}
