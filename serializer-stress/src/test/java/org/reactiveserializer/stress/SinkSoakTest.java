package org.reactiveserializer.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random sinks; duration and seed as in {@link SoakTest}. */
@Tag("effort")
class SinkSoakTest {
  @Test
  void holdsForLong() {
    Soak soak = Soak.seeded(random -> new SinkRound(random, 60));
    Optional<String> wrong = soak.run();
    assertEquals(Optional.empty(), wrong);
    System.out.println("[soak of sinks] " + soak);
  }
}
