package org.reactiveserializer.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Arrivals finds each kind of fault. */
class ArrivalsTest {
  private final Arrivals arrivals = new Arrivals(Items.MAX_ITEMS);

  @Test
  void allInOrderIsClean() {
    deliver(0, 0, 1, 2);
    deliver(1, 0, 1, 2);
    Verdict verdict = arrivals.judge(3, 3);
    assertEquals(new Verdict(6, 0, 0, 0, 0), verdict);
    assertTrue(verdict.isClean());
    verdict.enforce();
  }

  @Test
  void producersMayInterleave() {
    deliver(0, 0);
    deliver(1, 0, 1);
    deliver(0, 1);
    assertTrue(arrivals.judge(2, 2).isClean());
  }

  @Test
  void findsOneLostInTheMiddle() {
    deliver(0, 0, 1, 3);
    assertFault(new Verdict(3, 1, 0, 0, 0), arrivals.judge(4));
  }

  @Test
  void findsTheLastOneLost() {
    deliver(0, 0, 1, 2);
    assertFault(new Verdict(3, 1, 0, 0, 0), arrivals.judge(4));
  }

  @Test
  void findsAllItemsOfAProducerLost() {
    deliver(0, 0, 1);
    assertFault(new Verdict(2, 2, 0, 0, 0), arrivals.judge(2, 2));
  }

  @Test
  void findsADuplicate() {
    deliver(0, 0, 1, 1, 2);
    assertFault(new Verdict(4, 0, 1, 0, 0), arrivals.judge(3));
  }

  @Test
  void findsADuplicateBehindTheLast() {
    deliver(0, 0, 1, 2, 0);
    assertFault(new Verdict(4, 0, 1, 0, 0), arrivals.judge(3));
  }

  @Test
  void findsTwoSwapped() {
    deliver(0, 0, 2, 1, 3);
    assertFault(new Verdict(4, 0, 0, 1, 0), arrivals.judge(4));
  }

  @Test
  void distinguishesALossFromADuplicate() {
    deliver(0, 0, 2, 2, 3);
    assertFault(new Verdict(4, 1, 1, 0, 0), arrivals.judge(4));
  }

  @Test
  void findsAnItemThatArrivesWhileAnotherIsDelivered() {
    arrivals.inside = true;
    deliver(0, 0);
    assertFault(new Verdict(1, 0, 0, 0, 1), arrivals.judge(1));
  }

  @Test
  void findsALostIncrement() {
    deliver(0, 0, 1);
    arrivals.count--;
    assertFault(new Verdict(2, 0, 0, 0, 1), arrivals.judge(2));
  }

  @Test
  void numbersMayRestart() {
    Arrivals round = new Arrivals(4);
    for (int turn = 0; turn < 10; turn++) {
      round.onNext(Items.encode(0, turn % 4));
    }
    assertTrue(round.judge(10).isClean());
    round.onNext(Items.encode(0, 3));
    assertEquals(1, round.judge(12).lost());
  }

  private void deliver(int producer, int... sequence) {
    for (int each : sequence) {
      arrivals.onNext(Items.encode(producer, each));
    }
  }

  private static void assertFault(Verdict expected, Verdict actual) {
    assertEquals(expected, actual);
    assertThrows(FaultyDeliveryException.class, actual::enforce);
  }
}
