package org.reactiveserializer.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Waits for room; duration and seed as in {@link SoakTest}. Prints how many were answered. */
@Tag("effort")
class WaitersSoakTest {
  @Test
  void holdsForLong() {
    Soak soak = Soak.seeded(random -> new WaitersRound(random, 20));
    Optional<String> wrong = soak.run();
    assertEquals(Optional.empty(), wrong);
    System.out.println("[soak of waits] " + soak);
  }
}
