package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.support.depth.StackCase;
import org.reactiveserializer.support.depth.Trials;

/** What {@link StackEnd} must find, and what it must not. */
class StackEndTest {
  static Stream<StackCase> ofUnsoundImitation() {
    return StackCase.ofImitation(false);
  }

  /** Twin: a sink that never acts on signals for which it had no stack. */
  @ParameterizedTest
  @MethodSource("ofUnsoundImitation")
  void detectsTheUnsoundImitation(StackCase row) {
    assertTrue(row.run().wrong() > 0);
  }

  static Stream<StackCase> ofSoundImitation() {
    return StackCase.ofImitation(true);
  }

  /** The same sink, except that it checks for stack space first. */
  @ParameterizedTest
  @MethodSource("ofSoundImitation")
  void acceptsTheSoundImitation(StackCase row) {
    Trials trials = row.run();
    assertEquals(0, trials.wrong(), trials::toString);
  }
}
