package org.reactiveserializer.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Keyed sinks; duration and seed as in {@link SoakTest}. */
@Tag("effort")
class KeyedSoakTest {
  private final ExecutorService threads = Executors.newFixedThreadPool(3);

  @AfterEach
  void stop() {
    threads.shutdown();
  }

  @Test
  void holdsForLong() {
    Soak soak = Soak.seeded(random -> new KeyedRound(random, threads, 60));
    Optional<String> wrong = soak.run();
    assertEquals(Optional.empty(), wrong);
    System.out.println("[soak of keyed sinks] " + soak);
  }
}
