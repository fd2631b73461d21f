package org.reactiveserializer.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.internal.emission.EmissionRight;
import org.reactiveserializer.stress.broken.BrokenRights;

/**
 * All guarantees at once, at random: as long as the property {@code soak.duration} says (seconds,
 * or ISO-8601), from the seed {@code soak.seed} if it is set.
 */
class SoakTest {
  private static final Duration ENOUGH_FOR_A_TWIN = Duration.ofSeconds(30);

  @Test
  void holdsForLong() {
    Soak soak = new Soak(Long.getLong("soak.seed", System.nanoTime()), Optional::empty);
    Optional<String> wrong = soak.run(duration(System.getProperty("soak.duration", "10")));
    assertEquals(Optional.empty(), wrong);
    System.out.println("[soak] " + soak);
  }

  @ParameterizedTest
  @MethodSource("twins")
  void catchesTwins(Supplier<EmissionRight> twin) {
    Soak soak = new Soak(System.nanoTime(), () -> Optional.of(twin.get()));
    assertTrue(soak.run(ENOUGH_FOR_A_TWIN).isPresent(), () -> "not caught: " + soak);
  }

  static Stream<Named<Supplier<EmissionRight>>> twins() {
    return Stream.of(
        Named.of("BlindExit", BrokenRights.BlindExit::new),
        Named.of("SilentSignal", BrokenRights.SilentSignal::new),
        Named.of("YoungestFirst", BrokenRights.YoungestFirst::new),
        Named.of("LookThenTake", BrokenRights.LookThenTake::new),
        Named.of("ForgetfulClose", BrokenRights.ForgetfulClose::new));
  }

  private static Duration duration(String text) {
    return text.startsWith("P") ? Duration.parse(text) : Duration.ofSeconds(Long.parseLong(text));
  }
}
