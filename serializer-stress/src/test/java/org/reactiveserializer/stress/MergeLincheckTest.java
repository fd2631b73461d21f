package org.reactiveserializer.stress;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.stress.support.MergeScene;

/** Two threads emit items, sources, ends, demand and cancellations into a merge. */
@Tag("effort")
class MergeLincheckTest {
  @ParameterizedTest
  @ValueSource(classes = {Ended.class, Cancelled.class, CutOff.class, Requested.class})
  void holdsInEveryInterleaving(Class<?> play) {
    Lincheck.assertHolds(play, MergePlays.options(play));
  }

  /** Ended. */
  public static class Ended extends MergePlays.Ends {
    public Ended() {
      super(probe -> MergeScene.of(ErrorMode.IMMEDIATE, probe));
    }
  }

  /** Cancelled. */
  public static class Cancelled extends MergePlays.Cancellation {
    public Cancelled() {
      super(probe -> MergeScene.of(ErrorMode.IMMEDIATE, probe));
    }
  }

  /** Cancelled while an inner source is added. */
  public static class CutOff extends MergePlays.Cut {
    public CutOff() {
      super(probe -> MergeScene.of(ErrorMode.IMMEDIATE, probe));
    }
  }

  /** With requests for one item. */
  public static class Requested extends MergePlays.Requests {
    public Requested() {
      super(probe -> MergeScene.of(ErrorMode.IMMEDIATE, probe));
    }
  }
}
