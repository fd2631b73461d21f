package org.reactiveserializer.stress;

import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactiveserializer.stress.broken.BrokenDemands;

/**
 * Demand by itself: of an owner that leaves an item and a thread that requests it, at least one
 * sees the other.
 */
@Tag("effort")
class DemandLincheckTest {
  @Test
  void holdsInEveryInterleaving() {
    Lincheck.assertHolds(Sound.class, Lincheck.outcomes(Sound.class));
  }

  @Test
  void catchesATwin() {
    Lincheck.assertCaught(LookThenStarve.class, Lincheck.outcomes(LookThenStarve.class));
  }

  /** An owner that receives items and requests. */
  public abstract static class Handshake {
    private final Demand demand;
    private final AtomicInteger requested = new AtomicInteger();
    private final AtomicInteger signals = new AtomicInteger();
    private final DrainState notes = new DrainState(); // of the owner
    private int waiting;
    private int delivered;

    Handshake(Demand demand) {
      this.demand = demand;
    }

    @Operation(nonParallelGroup = Scenarios.LEFT)
    public void add() {
      waiting++;
      deliver();
    }

    /** A pass of the owner, signalled or not. */
    @Operation(nonParallelGroup = Scenarios.LEFT)
    public void pass() {
      signals.set(0);
      deliver();
    }

    /** An item that waits at once if nothing was requested. */
    @Operation(nonParallelGroup = Scenarios.LEFT)
    public void keep() {
      waiting++;
      if (!demand.isUsedUp(notes)) {
        deliver();
      }
    }

    @Operation
    public void request() {
      requested.getAndIncrement();
      if (demand.add(1)) {
        signals.getAndIncrement();
      }
    }

    private void deliver() {
      while (waiting > 0) {
        if (!notes.hasCredit() && !demand.grantTo(notes)) {
          return;
        }
        waiting--;
        delivered++;
        notes.countDelivered();
      }
      demand.satisfied();
    }

    /**
     * No more is delivered than requested, and items that wait although requested are signalled.
     */
    @Validate
    public void check() {
      int owed = Math.min(waiting, requested.get() - delivered);
      if (owed < 0 || (owed > 0 && signals.get() == 0)) {
        throw new IllegalStateException(owed + " requested items wait, and no signal is pending");
      }
    }
  }

  /** The library. */
  public static class Sound extends Handshake {
    public Sound() {
      super(new Demand());
    }
  }

  /** Twin. */
  public static class LookThenStarve extends Handshake {
    public LookThenStarve() {
      super(new BrokenDemands.LookThenStarve());
    }
  }
}
