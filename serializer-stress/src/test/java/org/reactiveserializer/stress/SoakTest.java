package org.reactiveserializer.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * All guarantees at once, at random. The property {@code soak.duration} sets the duration (seconds,
 * or ISO-8601), the property {@code soak.seed} the seed.
 */
@Tag("effort")
class SoakTest {
  @Test
  void holdsForLong() {
    Soak soak = Soak.seeded(random -> new SoakRound(random));
    Optional<String> wrong = soak.run();
    assertEquals(Optional.empty(), wrong);
    System.out.println("[soak] " + soak);
  }
}
