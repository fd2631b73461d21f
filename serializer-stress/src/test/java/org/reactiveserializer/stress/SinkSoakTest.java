package org.reactiveserializer.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.stress.broken.BrokenStates;

/** Random sinks; duration and seed as in {@link SoakTest}. */
@Tag("effort")
class SinkSoakTest {
  private static final Duration ENOUGH_FOR_A_TWIN = Duration.ofSeconds(30);

  @Test
  void holdsForLong() {
    Soak soak = Soak.seeded(random -> new SinkRound(random, 10, () -> null));
    Optional<String> wrong = soak.run();
    assertEquals(Optional.empty(), wrong);
    System.out.println("[soak of sinks] " + soak);
  }

  @ParameterizedTest
  @MethodSource("twins")
  void catchesTwins(Supplier<DrainState> twin) {
    Soak soak = new Soak(System.nanoTime(), random -> new SinkRound(random, 1, twin));
    assertTrue(soak.run(ENOUGH_FOR_A_TWIN).isPresent(), () -> "not detected: " + soak);
  }

  static Stream<Named<Supplier<DrainState>>> twins() {
    return Stream.of(
        Named.of("BlindExit", BrokenStates.BlindExit::new),
        Named.of("SilentSignal", BrokenStates.SilentSignal::new),
        Named.of("YoungestFirst", BrokenStates.YoungestFirst::new),
        Named.of("LookThenTake", BrokenStates.LookThenTake::new),
        Named.of("ForgetfulClose", BrokenStates.ForgetfulClose::new),
        Named.of("LeaveThenHandOn", BrokenStates.LeaveThenHandOn::new));
  }
}
