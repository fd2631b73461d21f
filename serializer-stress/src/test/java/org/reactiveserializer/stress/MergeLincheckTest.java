package org.reactiveserializer.stress;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.stress.broken.BrokenDemands;
import org.reactiveserializer.stress.broken.BrokenStates;
import org.reactiveserializer.stress.support.MergeScene;

/** Two threads emit items, sources, ends, demand and cancellations into a merge. */
@Tag("effort")
class MergeLincheckTest {
  private static final int TIMES = 2;

  /** A twin, {@link LookThenHand}, is detected only with so many times as many interleavings. */
  private static final int TIMES_OF_ENDS = 5;

  @ParameterizedTest
  @ValueSource(classes = {Ended.class, Cancelled.class, CutOff.class, Requested.class})
  void holdsInEveryInterleaving(Class<?> play) {
    Lincheck.assertHolds(play, Lincheck.outcomes(play, times(play)));
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        BlindExit.class,
        LookThenHand.class,
        TakeThenClose.class,
        SilentRefusal.class,
        LookThenStarve.class
      })
  void catchesTwins(Class<?> twin) {
    Lincheck.assertCaught(twin, Lincheck.outcomes(twin, times(twin)));
  }

  /** Returns how many times as many interleavings are explored as elsewhere. */
  private static int times(Class<?> play) {
    return MergePlays.Ends.class.isAssignableFrom(play) ? TIMES_OF_ENDS : TIMES;
  }

  /** The library. */
  public static class Ended extends MergePlays.Ends {
    public Ended() {
      super(probe -> MergeScene.sound(ErrorMode.IMMEDIATE, probe));
    }
  }

  /** The library, cancelled. */
  public static class Cancelled extends MergePlays.Cancellation {
    public Cancelled() {
      super(probe -> MergeScene.sound(ErrorMode.IMMEDIATE, probe));
    }
  }

  /** The library, cancelled while an inner source is added. */
  public static class CutOff extends MergePlays.Cut {
    public CutOff() {
      super(probe -> MergeScene.sound(ErrorMode.IMMEDIATE, probe));
    }
  }

  /** The library, with requests for one item. */
  public static class Requested extends MergePlays.Requests {
    public Requested() {
      super(probe -> MergeScene.sound(ErrorMode.IMMEDIATE, probe));
    }
  }

  /** Twin: overlooks work that was handed over. */
  public static class BlindExit extends MergePlays.Ends {
    public BlindExit() {
      super(probe -> MergeScene.broken(new BrokenStates.BlindExit(), probe));
    }
  }

  /** Twin: overlooks an end. */
  public static class LookThenHand extends MergePlays.Ends {
    public LookThenHand() {
      super(probe -> MergeScene.broken(new BrokenStates.LookThenHand(), probe));
    }
  }

  /** Twin: loses inner sources. */
  public static class TakeThenClose extends MergePlays.Cut {
    public TakeThenClose() {
      super(probe -> MergeScene.broken(new BrokenStates.TakeThenClose(), probe));
    }
  }

  /** Twin: an inner source that was refused goes on. */
  public static class SilentRefusal extends MergePlays.Cancellation {
    public SilentRefusal() {
      super(probe -> MergeScene.broken(new BrokenStates.SilentRefusal(), probe));
    }
  }

  /** Twin: overlooks a request. */
  public static class LookThenStarve extends MergePlays.Requests {
    public LookThenStarve() {
      super(probe -> MergeScene.broken(new BrokenDemands.LookThenStarve(), probe));
    }
  }
}
