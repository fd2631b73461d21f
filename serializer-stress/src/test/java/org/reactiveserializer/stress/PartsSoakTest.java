package org.reactiveserializer.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Demand for a few items at a time; duration and seed as in {@link SoakTest}. */
@Tag("effort")
class PartsSoakTest {
  @Test
  void holdsForLong() {
    Soak soak = Soak.seeded(PartsRound::new);
    Optional<String> wrong = soak.run();
    assertEquals(Optional.empty(), wrong);
    System.out.println("[soak of demand in parts] " + soak);
  }
}
