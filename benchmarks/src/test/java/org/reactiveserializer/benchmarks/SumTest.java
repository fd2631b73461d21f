package org.reactiveserializer.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Sum notices missing and additional items. */
class SumTest {
  private static final int ROUND = 4;
  private static final int ALL = 10;

  private final Sum sum = new Sum(ROUND);

  @Test
  void acceptsAllItems() {
    deliver(0, ALL);
    assertEquals(new Verdict(ALL, 0, 0, 0, 0), sum.judge(ALL));
  }

  @Test
  void noticesAMissingItem() {
    deliver(0, ALL - 1);
    assertEquals(new Verdict(ALL - 1, 1, 0, 0, 0), sum.judge(ALL));
  }

  @Test
  void noticesAnAdditionalItem() {
    deliver(0, ALL + 1);
    assertEquals(new Verdict(ALL + 1, 0, 1, 0, 0), sum.judge(ALL));
  }

  @Test
  void noticesAnItemInPlaceOfAnother() {
    deliver(1, ALL + 1);
    assertEquals(new Verdict(ALL, 1, 0, 0, 0), sum.judge(ALL));
  }

  private void deliver(int from, int to) {
    for (int i = from; i < to; i++) {
      sum.onNext(i % ROUND);
    }
  }
}
