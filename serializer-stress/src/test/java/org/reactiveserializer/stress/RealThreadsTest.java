package org.reactiveserializer.stress;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.stress.SerializedSubscriberLincheckTest.Cancelled;
import org.reactiveserializer.stress.SerializedSubscriberLincheckTest.Immediate;

/**
 * Plays of {@link SerializedSubscriberLincheckTest} on real threads, which need a machine without
 * other load.
 */
@Tag("thorough")
class RealThreadsTest {
  @ParameterizedTest
  @ValueSource(classes = {Immediate.class, Cancelled.class})
  void hold(Class<?> play) {
    Lincheck.assertHolds(play, Lincheck.threads());
  }
}
