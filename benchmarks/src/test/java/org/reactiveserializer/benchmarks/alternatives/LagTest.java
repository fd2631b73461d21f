package org.reactiveserializer.benchmarks.alternatives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Iterator;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When an owner waits, which is visible by the look at the word that ends the wait. */
class LagTest {
  private static final int LONG = 20_000_000; // ns

  @Test
  void aPacedOwnerStaysAsLong() {
    assertEquals(Lag.FORMER.longSession(), Lag.paced(PacedTakes.PAUSE).longSession());
  }

  @Test
  void waitsOnlyInALongStay() {
    assertEquals(0, waits(Lag.FORMER, passes(31)));
    assertEquals(1, waits(Lag.FORMER, passes(32)));
    assertEquals(0, waits(Lag.fromSession(64), passes(63)));
    assertEquals(1, waits(Lag.fromSession(64), passes(64)));
  }

  @Test
  void aStayCountsAllItemsSinceItBegan() {
    assertEquals(2, waits(Lag.FORMER, passes(32), passes(8)));
    assertEquals(1, waits(Lag.FORMER, passes(16, 16)));
    assertEquals(1, waits(Lag.FORMER, passes(32), passes(7)));
  }

  @Test
  void canWaitAfterAnyBatchOfEight() {
    assertEquals(0, waits(Lag.ANY_BATCH, passes(7)));
    assertEquals(1, waits(Lag.ANY_BATCH, passes(8)));
  }

  @Test
  void neverWaitsWithoutSpins() {
    assertEquals(0, waits(Lag.NONE, passes(1000)));
  }

  @Test
  void aPacedOwnerWaitsBeforeEachTakeOfALongStay() {
    long start = System.nanoTime();
    Scripted serializer = deliver(Lag.paced(LONG), passes(32, 1, 1));
    assertTrue(System.nanoTime() - start >= 3L * LONG);
    assertEquals(3, serializer.looks, "one after each wait");
    assertFalse(serializer.hasNext());
  }

  @Test
  void aPacedOwnerReleasesAfterTheFirstWaitWithoutWork() {
    assertTrue(deliver(Lag.paced(1), passes(32), passes(8)).hasNext());
  }

  @Test
  void aPacedOwnerDoesNotWaitInAShortStay() {
    Lag minutes = Lag.paced(Integer.MAX_VALUE);
    long start = System.nanoTime();
    deliver(minutes, passes(16, 15));
    assertTrue(System.nanoTime() - start < minutes.nanos());
  }

  /** Returns how often an owner waits that finds these batches, each after a wait for it. */
  private static int waits(Lag lag, PrimitiveIterator.OfInt... batches) {
    return deliver(lag, batches).waits;
  }

  private static Scripted deliver(Lag lag, PrimitiveIterator.OfInt... batches) {
    Scripted serializer = new Scripted(lag, List.of(batches).iterator());
    serializer.accept(0);
    return serializer;
  }

  /** Returns a batch that takes several passes, with these numbers of items. */
  private static PrimitiveIterator.OfInt passes(int... items) {
    return IntStream.of(items).iterator();
  }

  /** Delivers the given batches, and counts the calls of {@code hasWork}. */
  private static final class Scripted extends AlternativeSerializer {
    private final Iterator<PrimitiveIterator.OfInt> batches;
    private PrimitiveIterator.OfInt batch;
    private boolean delivered;
    private int looks;
    private int waits;

    Scripted(Lag lag, Iterator<PrimitiveIterator.OfInt> batches) {
      super(new Ignoring(), lag);
      this.batches = batches;
      batch = batches.next();
    }

    @Override
    protected boolean tryEnter() {
      return false;
    }

    @Override
    protected boolean handOver(Integer item) {
      return true;
    }

    @Override
    protected int deliverWaiting() {
      delivered = true;
      return batch.nextInt();
    }

    boolean hasNext() {
      return batch.hasNext() || batches.hasNext();
    }

    /**
     * Unless the lag is paced, the first look after a pass is for more of the batch, and the second
     * one ends a wait.
     */
    @Override
    protected boolean hasWork() {
      looks++;
      if (!delivered) {
        waits++;
        if (batches.hasNext()) {
          batch = batches.next();
        }
      }
      delivered = false;
      return batch.hasNext();
    }

    @Override
    protected boolean tryExit() {
      return true;
    }
  }
}
