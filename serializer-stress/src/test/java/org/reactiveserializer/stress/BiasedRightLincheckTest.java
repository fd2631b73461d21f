package org.reactiveserializer.stress;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.internal.barrier.ProcessBarrier;
import org.reactiveserializer.internal.right.BiasedRight;
import org.reactiveserializer.internal.right.Handover;
import org.reactiveserializer.internal.right.Work;
import org.reactiveserializer.stress.broken.BrokenBiases;

/**
 * Promises that are made and revoked, where every thread sees at once what another wrote: there the
 * barrier has nothing to do, and the rest must be right by itself.
 */
class BiasedRightLincheckTest {
  private static final ProcessBarrier NONE = () -> {};

  @ParameterizedTest
  @ValueSource(classes = {Promised.class, Cancelled.class})
  void holdsInEveryInterleaving(Class<?> play) {
    Lincheck.outcomes(play).check(play);
  }

  @Test
  void holdsInADuel() {
    Lincheck.duel().check(Sound.class);
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        LateMark.class,
        BlindLeave.class,
        UnheededClaim.class,
        EveryClaim.class,
        SecondClaim.class
      })
  void catchesTwins(Class<?> twin) {
    Lincheck.assertCaught(twin, Lincheck.duel());
  }

  /** The library. */
  public static class Promised extends Plays.Ends {
    public Promised() {
      super(Stage.broken(new BiasedRight(NONE, 0)));
    }
  }

  /** The library, cancelled. */
  public static class Cancelled extends Plays.Cancellation {
    public Cancelled() {
      super(Stage.broken(new BiasedRight(NONE, 0)));
    }
  }

  /**
   * The right alone, between two threads that enter, or hand over, and leave: short enough for very
   * many interleavings.
   */
  public abstract static class Duel {
    private final BiasedRight right;
    private int inside;
    private boolean overlapped;

    Duel(BiasedRight right) {
      this.right = right;
    }

    /** As the ownership loop, without its patience. */
    @Operation
    public void push() {
      Object entry = right.enter();
      if (entry != null) {
        emit();
        if (right.tryExit(entry)) {
          return;
        }
      } else if (right.push(new Nothing()) != Handover.ENTERED) {
        return;
      }
      do {
        right.take();
        emit();
      } while (!right.tryExit());
    }

    private void emit() {
      overlapped |= inside++ != 0;
      inside--;
    }

    /** When both have left. */
    @Validate
    public void check() {
      if (overlapped || right.hasWork()) {
        throw new IllegalStateException(overlapped ? "overlap" : "left behind");
      }
    }
  }

  private static final class Nothing extends Work {}

  /** The library. */
  public static class Sound extends Duel {
    public Sound() {
      super(new BiasedRight(NONE, 0));
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
  public static class UnheededClaim extends Duel {
    public UnheededClaim() {
      super(new BrokenBiases.UnheededClaim());
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
