package org.reactiveserializer.stress;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.internal.barrier.ProcessBarrier;
import org.reactiveserializer.internal.drain.BiasedState;
import org.reactiveserializer.internal.drain.Handover;
import org.reactiveserializer.internal.drain.Work;
import org.reactiveserializer.stress.broken.BrokenBiases;

/**
 * Promises that are made and revoked, while every thread sees at once what another one wrote: the
 * barrier has nothing to do then, and everything else must be correct by itself.
 */
@Tag("effort")
class BiasedStateLincheckTest {
  private static final ProcessBarrier NONE = () -> {};

  @ParameterizedTest
  @ValueSource(classes = {Promised.class, Cancelled.class})
  void holdsInEveryInterleaving(Class<?> play) {
    Lincheck.assertHolds(play, Lincheck.outcomes(play));
  }

  @Test
  void holdsInADuel() {
    Lincheck.assertHolds(Sound.class, Lincheck.duel());
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        LateMark.class,
        BlindLeave.class,
        UnusedClaim.class,
        EveryClaim.class,
        SecondClaim.class
      })
  void catchesTwins(Class<?> twin) {
    Lincheck.assertCaught(twin, Lincheck.duel());
  }

  /** The library. */
  public static class Promised extends Plays.Ends {
    public Promised() {
      super(Stage.broken(new BiasedState(NONE, 0)));
    }
  }

  /** The library, cancelled. */
  public static class Cancelled extends Plays.Cancellation {
    public Cancelled() {
      super(Stage.broken(new BiasedState(NONE, 0)));
    }
  }

  /**
   * The word alone, between two threads that acquire ownership or hand over work, and release it:
   * short enough for very many interleavings.
   */
  public abstract static class Duel {
    private final BiasedState drain;
    private int inside;
    private boolean overlapped;

    Duel(BiasedState drain) {
      this.drain = drain;
    }

    /** As the drain loop, without its waits. */
    @Operation
    public void push() {
      Object entry = drain.enter();
      if (entry != null) {
        emit();
        if (drain.tryExit(entry)) {
          return;
        }
      } else if (drain.push(new NoItem()) != Handover.ENTERED) {
        return;
      }
      do {
        drain.take();
        emit();
      } while (!drain.tryExit());
    }

    private void emit() {
      overlapped |= inside++ != 0;
      inside--;
    }

    /** Checks the result when both threads are done. */
    @Validate
    public void check() {
      if (overlapped || drain.hasWork()) {
        throw new IllegalStateException(overlapped ? "overlap" : "work left behind");
      }
    }
  }

  private static final class NoItem extends Work {}

  /** The library. */
  public static class Sound extends Duel {
    public Sound() {
      super(new BiasedState(NONE, 0));
    }
  }

  /** Twin. */
  public static class LateMark extends Duel {
    public LateMark() {
      super(new BrokenBiases.LateMark());
    }
  }

  /** Twin. */
  public static class BlindLeave extends Duel {
    public BlindLeave() {
      super(new BrokenBiases.BlindLeave());
    }
  }

  /** Twin. */
  public static class UnusedClaim extends Duel {
    public UnusedClaim() {
      super(new BrokenBiases.UnusedClaim());
    }
  }

  /** Twin. */
  public static class EveryClaim extends Duel {
    public EveryClaim() {
      super(new BrokenBiases.EveryClaim());
    }
  }

  /** Twin. */
  public static class SecondClaim extends Duel {
    public SecondClaim() {
      super(new BrokenBiases.SecondClaim());
    }
  }
}
