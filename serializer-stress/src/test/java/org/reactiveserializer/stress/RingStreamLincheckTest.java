package org.reactiveserializer.stress;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.io.ring.WriterRightPlay.InBatches;
import org.reactiveserializer.io.ring.WriterRightPlay.OneByOne;
import org.reactiveserializer.io.ring.WriterRightPlay.Unwoken;
import org.reactiveserializer.io.ring.WriterRightPlay.OpenBatch;
import org.reactiveserializer.io.ring.WriterRightPlay.StateFirst;

/**
 * A stream into a ring: no two threads use the writer, nothing is requested twice, and what waits is
 * written.
 */
class RingStreamLincheckTest {
  @ParameterizedTest
  @ValueSource(classes = {OneByOne.class, InBatches.class})
  void holdsInEveryInterleaving(Class<?> play) {
    Lincheck.assertHolds(play, Lincheck.outcomes(play));
  }

  @ParameterizedTest
  @ValueSource(classes = {Unwoken.class, StateFirst.class, OpenBatch.class})
  void catchesTwins(Class<?> twin) {
    Lincheck.assertCaught(twin, Lincheck.outcomes(twin));
  }
}
