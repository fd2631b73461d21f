package org.reactiveserializer.benchmarks.alternatives;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * When a producer of sealed segments yields its processor to the owner. The library's own rule is
 * different: decision 7.
 */
class CourtesyTest {
  // The sizes of the first runs of one producer: one item and 8 slots, then twice as many slots.
  private static final int FIRST = 9;
  private static final int SECOND = 17;

  @Test
  void aProducerYieldsAfterPuttingARunOnALongList() {
    assertEquals(0, yields(new Courtesy(FIRST), FIRST));
    assertEquals(0, yields(new Courtesy(FIRST + 1), FIRST + 1));
    assertEquals(1, yields(new Courtesy(FIRST), FIRST + 1));
  }

  @Test
  void yieldsOncePerRunNotPerItem() {
    assertEquals(1, yields(new Courtesy(FIRST), FIRST + SECOND));
    assertEquals(2, yields(new Courtesy(FIRST), FIRST + SECOND + 1));
  }

  @Test
  void neverYieldsIfSwitchedOff() {
    assertEquals(0, yields(Courtesy.NONE, 100_000));
  }

  /** Returns how often a producer yields that emits {@code items} while one item is delivered. */
  private static int yields(Courtesy courtesy, int items) {
    Feedback downstream = new Feedback(items);
    Counting serializer = new Counting(downstream, courtesy);
    downstream.serializer = serializer;
    serializer.accept(0);
    assertEquals(1 + items, downstream.delivered);
    return serializer.yields;
  }

  private static final class Counting extends SealedSegments {
    private int yields;

    Counting(Feedback downstream, Courtesy courtesy) {
      super(downstream, Lag.FORMER, courtesy);
    }

    @Override
    void yieldProcessor() {
      yields++;
    }
  }

  /** Emits items while it receives the first one, so all of them wait. */
  private static final class Feedback extends Ignoring {
    private @Nullable SealedSegments serializer;
    private int left;
    private int delivered;

    Feedback(int items) {
      left = items;
    }

    @Override
    public void onNext(Integer item) {
      delivered++;
      while (left > 0) {
        left--;
        requireNonNull(serializer).accept(item);
      }
    }
  }
}
