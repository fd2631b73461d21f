package org.reactiveserializer.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Keyed sinks; duration and seed as in {@link SoakTest}. */
@Tag("effort")
class KeyedSoakTest {
  private static final Duration ENOUGH_FOR_A_TWIN = Duration.ofSeconds(30);

  private final ExecutorService threads = Executors.newFixedThreadPool(3);

  @AfterEach
  void stop() {
    threads.shutdown();
  }

  @Test
  void holdsForLong() {
    Soak soak = Soak.seeded(random -> new KeyedRound(random, threads, false));
    Optional<String> wrong = soak.run();
    assertEquals(Optional.empty(), wrong);
    System.out.println("[soak of keyed sinks] " + soak);
  }

  @Test
  void catchesKeysThatForget() {
    Soak soak = new Soak(System.nanoTime(), random -> new KeyedRound(random, threads, true));
    assertTrue(soak.run(ENOUGH_FOR_A_TWIN).isPresent(), () -> "not detected: " + soak);
  }
}
