package org.reactiveserializer.benchmarks.alternatives;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** When a producer of sealed runs offers its processor to the emitter. The library's own rule is another: decision 7. */
class CourtesyTest {
  // What the runs of one producer hold, from the first on: an item of their own, and 8 or more.
  private static final int FIRST = 9;
  private static final int SECOND = 17;

  @Test
  void whoPutsARunOnALongListMakesWay() {
    assertEquals(0, offers(new Courtesy(FIRST), FIRST));
    assertEquals(0, offers(new Courtesy(FIRST + 1), FIRST + 1));
    assertEquals(1, offers(new Courtesy(FIRST), FIRST + 1));
  }

  @Test
  void onceARunAndNotOnceAnItem() {
    assertEquals(1, offers(new Courtesy(FIRST), FIRST + SECOND));
    assertEquals(2, offers(new Courtesy(FIRST), FIRST + SECOND + 1));
  }

  @Test
  void neverIfToldSo() {
    assertEquals(0, offers(Courtesy.NONE, 100_000));
  }

  /** Returns how often a producer makes way that brings so many items while one is delivered. */
  private static int offers(Courtesy courtesy, int items) {
    Feedback downstream = new Feedback(items);
    Counting serializer = new Counting(downstream, courtesy);
    downstream.serializer = serializer;
    serializer.accept(0);
    assertEquals(1 + items, downstream.delivered);
    return serializer.offers;
  }

  private static final class Counting extends SealedRuns {
    private int offers;

    Counting(Feedback downstream, Courtesy courtesy) {
      super(downstream, Lag.FORMER, courtesy);
    }

    @Override
    void makeWay() {
      offers++;
    }
  }

  /** Brings items while it gets the first, so that all of them wait. */
  private static final class Feedback extends Ignoring {
    private @Nullable SealedRuns serializer;
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
