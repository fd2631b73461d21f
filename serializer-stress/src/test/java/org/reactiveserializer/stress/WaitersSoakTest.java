package org.reactiveserializer.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.internal.waiting.RoomLine;
import org.reactiveserializer.stress.broken.BrokenQueues;

/** Waits for room; duration and seed as in {@link SoakTest}. Prints how many were answered. */
@Tag("effort")
class WaitersSoakTest {
  private static final Duration ENOUGH_FOR_A_TWIN = Duration.ofSeconds(30);

  @Test
  void holdsForLong() {
    Soak soak = Soak.seeded(random -> new WaitersRound(random, 20, new RoomLine<>(Runnable::run)));
    Optional<String> wrong = soak.run();
    assertEquals(Optional.empty(), wrong);
    System.out.println("[soak of waits] " + soak);
  }

  @Test
  void catchesWhoJoinsLate() {
    Soak soak =
        new Soak(
            System.nanoTime(),
            random -> new WaitersRound(random, 1, new BrokenQueues.LateJoin<>()));
    assertTrue(soak.run(ENOUGH_FOR_A_TWIN).isPresent(), () -> "not detected: " + soak);
  }
}
