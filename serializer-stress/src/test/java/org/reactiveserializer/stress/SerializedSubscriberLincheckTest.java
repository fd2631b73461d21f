package org.reactiveserializer.stress;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.stress.broken.BrokenStates;
import org.reactiveserializer.stress.broken.BrokenTerminations;

/** Two threads do everything that a serialized subscriber allows, in many interleavings. */
@Tag("effort")
class SerializedSubscriberLincheckTest {
  @ParameterizedTest
  @ValueSource(
      classes = {Immediate.class, Delayed.class, Throwing.class, Cancelled.class, Subscribed.class})
  void holdsInEveryInterleaving(Class<?> play) {
    Lincheck.assertHolds(play, Lincheck.outcomes(play));
  }

  @ParameterizedTest
  @ValueSource(
      classes = {LookThenEnter.class, BlindExit.class, SilentSignal.class, LookThenSet.class})
  void catchesTwins(Class<?> twin) {
    Lincheck.assertCaught(twin, Lincheck.outcomes(twin));
  }

  /** The library; errors overtake. */
  public static class Immediate extends Plays.Ends {
    public Immediate() {
      super(Stage.sound(ErrorMode.IMMEDIATE));
    }
  }

  /** The library; errors wait. */
  public static class Delayed extends Plays.Ends {
    public Delayed() {
      super(Stage.sound(ErrorMode.DELAYED));
    }
  }

  /** The library, in front of a downstream that throws. */
  public static class Throwing extends Plays.Ends {
    public Throwing() {
      super(Stage.throwing());
    }
  }

  /** The library, cancelled. */
  public static class Cancelled extends Plays.Cancellation {
    public Cancelled() {
      super(Stage.sound(ErrorMode.IMMEDIATE));
    }
  }

  /** The library, with upstreams. */
  public static class Subscribed extends Plays.Subscriptions {
    public Subscribed() {
      super(Stage.sound(ErrorMode.IMMEDIATE));
    }
  }

  /** Twin: overlapping signals. */
  public static class LookThenEnter extends Plays.Ends {
    public LookThenEnter() {
      super(Stage.broken(new BrokenStates.LookThenEnter()));
    }
  }

  /** Twin: overlooks work that was handed over. */
  public static class BlindExit extends Plays.Ends {
    public BlindExit() {
      super(Stage.broken(new BrokenStates.BlindExit()));
    }
  }

  /** Twin: overlooks an end. */
  public static class SilentSignal extends Plays.Ends {
    public SilentSignal() {
      super(Stage.broken(new BrokenStates.SilentSignal()));
    }
  }

  /** Twin: two ends succeed. */
  public static class LookThenSet extends Plays.Ends {
    public LookThenSet() {
      super(Stage.broken(new BrokenTerminations.LookThenSet()));
    }
  }
}
