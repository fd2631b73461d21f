package org.reactiveserializer.stress;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.ErrorMode;

/** Two threads do everything that a serialized subscriber allows, in many interleavings. */
@Tag("effort")
class SerializedSubscriberLincheckTest {
  @ParameterizedTest
  @ValueSource(
      classes = {Immediate.class, Delayed.class, Throwing.class, Cancelled.class, Subscribed.class})
  void holdsInEveryInterleaving(Class<?> play) {
    Lincheck.assertHolds(play, Lincheck.outcomes(play));
  }

  /** Errors overtake. */
  public static class Immediate extends Plays.Ends {
    public Immediate() {
      super(Stage.of(ErrorMode.IMMEDIATE));
    }
  }

  /** Errors wait. */
  public static class Delayed extends Plays.Ends {
    public Delayed() {
      super(Stage.of(ErrorMode.DELAYED));
    }
  }

  /** In front of a downstream that throws. */
  public static class Throwing extends Plays.Ends {
    public Throwing() {
      super(Stage.throwing());
    }
  }

  /** Cancelled. */
  public static class Cancelled extends Plays.Cancellation {
    public Cancelled() {
      super(Stage.of(ErrorMode.IMMEDIATE));
    }
  }

  /** With upstreams. */
  public static class Subscribed extends Plays.Subscriptions {
    public Subscribed() {
      super(Stage.of(ErrorMode.IMMEDIATE));
    }
  }
}
