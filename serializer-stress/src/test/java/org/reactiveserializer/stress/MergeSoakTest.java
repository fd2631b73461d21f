package org.reactiveserializer.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random trees of merges; duration and seed as in {@link SoakTest}. */
@Tag("effort")
class MergeSoakTest {
  @Test
  void holdsForLong() {
    Soak soak = Soak.seeded(random -> new MergeRound(random, false));
    Optional<String> wrong = soak.run();
    assertEquals(Optional.empty(), wrong);
    System.out.println("[soak of merges] " + soak);
  }

  @Test
  void thoseWhoseSourcesAreAddedHoldForLong() {
    Soak soak = Soak.seeded(random -> new MergeRound(random, true));
    Optional<String> wrong = soak.run();
    assertEquals(Optional.empty(), wrong);
    System.out.println("[soak of dynamic merges] " + soak);
  }
}
