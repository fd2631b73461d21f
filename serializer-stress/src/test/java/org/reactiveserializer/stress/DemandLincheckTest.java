package org.reactiveserializer.stress;

import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactiveserializer.stress.broken.BrokenDemands;

/** Demand by itself: whoever leaves an item and whoever asks for it, at least one sees the other. */
class DemandLincheckTest {
  @Test
  void holdsInEveryInterleaving() {
    Lincheck.outcomes(Sound.class).check(Sound.class);
  }

  @Test
  void catchesATwin() {
    Lincheck.assertCaught(LookThenStarve.class, Lincheck.outcomes(LookThenStarve.class));
  }

  /** An owner to whom items come, and requests. */
  public abstract static class Handshake {
    private final Demand demand;
    private final AtomicInteger requested = new AtomicInteger();
    private final AtomicInteger signals = new AtomicInteger();
    private long credit;
    private int waiting;
    private int delivered;

    Handshake(Demand demand) {
      this.demand = demand;
    }

    @Operation(nonParallelGroup = Scenarios.LEFT)
    public void bring() {
      waiting++;
      deliver();
    }

    /** A pass, signalled or not. */
    @Operation(nonParallelGroup = Scenarios.LEFT)
    public void heed() {
      signals.set(0);
      deliver();
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
        if (credit == 0) {
          credit = demand.grant();
        }
        if (credit == 0) {
          return;
        }
        waiting--;
        delivered++;
        credit--;
      }
      demand.satisfied();
    }

    /** No more than was requested; and what waits although it was requested is signalled. */
    @Validate
    public void check() {
      int owed = Math.min(waiting, requested.get() - delivered);
      if (owed < 0 || (owed > 0 && signals.get() == 0)) {
        throw new IllegalStateException(owed + " are owed, and nobody knows");
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
