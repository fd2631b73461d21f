package org.reactiveserializer.benchmarks.alternatives;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Iterator;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.internal.emission.EmissionLoop;

/** When an emitter waits: seen by the look at the word that ends the wait. */
class LagTest {

  @Test
  void oursIsTheLibrarys() {
    assertEquals(new Lag(number("LAG"), false, number("LONG_STAY")), Lag.OURS);
    assertEquals(number("REAL_BATCH"), Lag.ANY_BATCH.longStay());
  }

  @Test
  void waitsOnlyInALongStay() {
    assertEquals(0, waits(Lag.OURS, passes(31)));
    assertEquals(1, waits(Lag.OURS, passes(32)));
    assertEquals(0, waits(Lag.fromStay(64), passes(63)));
    assertEquals(1, waits(Lag.fromStay(64), passes(64)));
  }

  @Test
  void aStayIsAllThatWasEmittedSinceItBegan() {
    assertEquals(2, waits(Lag.OURS, passes(32), passes(8)));
    assertEquals(1, waits(Lag.OURS, passes(16, 16)));
    assertEquals(1, waits(Lag.OURS, passes(32), passes(7)));
  }

  @Test
  void afterAnyRealBatchIfToldSo() {
    assertEquals(0, waits(Lag.ANY_BATCH, passes(7)));
    assertEquals(1, waits(Lag.ANY_BATCH, passes(8)));
  }

  @Test
  void neverWithoutSpins() {
    assertEquals(0, waits(Lag.NONE, passes(1000)));
  }

  private static int number(String constant) {
    return Library.number(EmissionLoop.class, constant);
  }

  /** Returns how often an emitter waits that finds these batches, each after a wait for it. */
  private static int waits(Lag lag, PrimitiveIterator.OfInt... batches) {
    Scripted serializer = new Scripted(lag, List.of(batches).iterator());
    serializer.accept(0);
    return serializer.waits;
  }

  /** Returns a batch that takes several passes, with so many items each. */
  private static PrimitiveIterator.OfInt passes(int... items) {
    return IntStream.of(items).iterator();
  }

  /** Hands out what it was told, and counts what it was asked. */
  private static final class Scripted extends AlternativeSerializer {
    private final Iterator<PrimitiveIterator.OfInt> batches;
    private PrimitiveIterator.OfInt batch;
    private boolean emitted;
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
    protected boolean hand(Integer item) {
      return true;
    }

    @Override
    protected int emitWaiting() {
      emitted = true;
      return batch.nextInt();
    }

    /** The first look after a pass is that for more of the batch, and the second ends a wait. */
    @Override
    protected boolean hasWork() {
      if (!emitted) {
        waits++;
        if (batches.hasNext()) {
          batch = batches.next();
        }
      }
      emitted = false;
      return batch.hasNext();
    }

    @Override
    protected boolean tryExit() {
      return true;
    }
  }
}
