package org.reactiveserializer.internal.observed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.LongAccumulator;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.support.Race;

/** The time is a number that the test chooses; it may be negative, and overflow. */
class RecentMaxTest {
  private static final long MINUTE = RecentMax.MINUTE;

  private static void inTheSpansAfter(long start) {
    RecentMax max = new RecentMax(start);
    assertEquals(0, max.get(start));
    max.add(7, start + 1);
    max.add(5, start + 2);
    assertEquals(7, max.get(start + 3));
    assertEquals(7, max.get(start + MINUTE + 1));
    assertEquals(7, max.get(start + 2 * MINUTE - 1));
    assertEquals(0, max.get(start + 2 * MINUTE));
    assertEquals(7, max.get(start + 3), "reading changes nothing");
    max.add(3, start + MINUTE + 2); // the next span begins here
    assertEquals(7, max.get(start + MINUTE + 2));
    assertEquals(7, max.get(start + 2 * MINUTE + 1));
    assertEquals(3, max.get(start + 2 * MINUTE + 2));
    max.add(1, start + 9 * MINUTE);
    assertEquals(1, max.get(start + 9 * MINUTE));
  }

  @Test
  void aValueIsSeenForAMinuteAndNotLongerThanTwo() {
    inTheSpansAfter(0);
    inTheSpansAfter(-MINUTE);
    inTheSpansAfter(Long.MAX_VALUE - MINUTE);
  }

  @Test
  void noValueIsLostWhenASpanBegins() {
    assertEquals(
        10_000,
        roundsThatKeepTheLargest(
            10_000,
            () -> {
              RecentMax max = new RecentMax(0);
              return new Subject(value -> max.add(value, MINUTE), () -> max.get(MINUTE));
            }));
  }

  @Test
  void theTwinThatReadsAndWritesLosesSome() {
    int rounds = 200_000;
    assertTrue(
        roundsThatKeepTheLargest(
                rounds,
                () -> {
                  Loose max = new Loose();
                  return new Subject(max::add, () -> max.span.get());
                })
            < rounds);
  }

  private static int roundsThatKeepTheLargest(int rounds, Supplier<Subject> subjects) {
    for (int round = 0; round < rounds; round++) {
      Subject subject = subjects.get();
      Race.run(round, () -> subject.add().accept(2), () -> subject.add().accept(1));
      if (subject.max().getAsLong() != 2) {
        return round;
      }
    }
    return rounds;
  }

  private record Subject(LongConsumer add, LongSupplier max) {}

  /** A twin: it begins a span without looking whether another thread has begun one. */
  private static final class Loose {
    volatile LongAccumulator span = new LongAccumulator(Math::max, 0);
    private volatile boolean isOld = true;

    void add(long value) {
      LongAccumulator mine = span;
      if (isOld) {
        mine = new LongAccumulator(Math::max, 0);
        Race.linger();
        span = mine;
        isOld = false;
      }
      mine.accumulate(value);
    }
  }
}
