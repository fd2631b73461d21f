package org.reactiveserializer.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.stress.OrderRound.Kind;

/** Serial sources that change threads; duration and seed as in {@link SoakTest}. */
@Tag("effort")
class OrderSoakTest {
  private static final Duration ENOUGH_FOR_A_TWIN = Duration.ofSeconds(30);

  private static final Kind[] SOUND = {
    Kind.WRAPPED,
    Kind.TASKS,
    Kind.LIMITED,
    Kind.SINK,
    Kind.BOUNDED,
    Kind.SLOWLY_REQUESTED,
    Kind.MERGED
  };

  @Test
  void holdsForLong() {
    Soak soak = Soak.seeded(random -> new OrderRound(random, SOUND));
    Optional<String> wrong = soak.run();
    assertEquals(Optional.empty(), wrong);
    System.out.println("[soak of order] " + soak);
  }

  @Test
  void catchesOpenRuns() {
    Soak soak = new Soak(System.nanoTime(), random -> new OrderRound(random, Kind.OPEN_RUNS));
    assertTrue(soak.run(ENOUGH_FOR_A_TWIN).isPresent(), () -> "not detected: " + soak);
  }
}
