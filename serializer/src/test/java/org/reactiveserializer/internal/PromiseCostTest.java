package org.reactiveserializer.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.internal.barrier.ProcessBarrier;
import org.reactiveserializer.internal.drain.BiasedState;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.drain.Handover;
import org.reactiveserializer.internal.drain.Work;
import org.reactiveserializer.support.Elsewhere;

/** What a revocation needs is asked for, and what it costs is considered, before the promise. */
class PromiseCostTest {
  private boolean affords = true;
  private @Nullable Error heap;
  private int prepared;
  private int executed;

  @Test
  void noPromiseThatCouldCostTooMuch() {
    BiasedState drain = new BiasedState(new Costly(), 3);
    affords = false;
    enterAndExit(drain, 6);
    assertPromised(false, drain);
    affords = true;
    enterAndExit(drain, 12);
    assertPromised(true, drain);
  }

  @Test
  void aStateWithoutIntervalPromisesWhateverThatCosts() {
    BiasedState drain = new BiasedState(new Costly(), 0);
    affords = false;
    enterAndExit(drain, 1);
    assertPromised(true, drain);
  }

  @Test
  void noPromiseWithoutHeapForItsRevocation() {
    BiasedState drain = new BiasedState(new Costly(), 3);
    heap = new OutOfMemoryError("of the test");
    enterAndExit(drain, 6);
    assertPromised(false, drain);
    heap = null;
    enterAndExit(drain, 12);
    assertPromised(true, drain);
  }

  @Test
  void eachPromiseIsRevokedByTheBarrierThatWasPreparedForIt() {
    BiasedState drain = new BiasedState(new Costly(), 0);
    enterAndExit(drain, 1);
    assertEquals(1, prepared);
    heap = new OutOfMemoryError("of the test");
    Elsewhere.run(
        () -> {
          assertEquals(Handover.ENTERED, drain.push(new Item()));
          assertNotNull(drain.take());
          assertTrue(drain.tryExit());
        });
    assertEquals(1, executed);
  }

  private static void enterAndExit(DrainState drain, int times) {
    for (int i = 0; i < times; i++) {
      assertTrue(drain.tryEnter());
      assertTrue(drain.tryExit());
    }
  }

  /** There is no owner, so only a promise can prevent that another thread enters. */
  private static void assertPromised(boolean expected, DrainState drain) {
    Elsewhere.run(
        () -> {
          assertEquals(!expected, drain.tryEnter());
          if (!expected) {
            assertTrue(drain.tryExit());
          }
        });
  }

  private static final class Item extends Work {}

  /** May be executed only as it was prepared. */
  private final class Costly implements ProcessBarrier {
    @Override
    public void execute() {
      throw new AssertionError("not prepared");
    }

    @Override
    public ProcessBarrier prepared() {
      if (heap != null) {
        throw heap;
      }
      prepared++;
      return () -> executed++;
    }

    @Override
    public boolean affordsRevocation() {
      return affords;
    }
  }
}
