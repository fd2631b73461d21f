package org.reactiveserializer.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactiveserializer.stress.broken.BrokenHooks;
import org.reactiveserializer.stress.broken.BrokenStates;
import org.reactiveserializer.stress.broken.BrokenSubscriptions;
import org.reactiveserializer.stress.support.Merges;

/** Random trees of merges; duration and seed as in {@link SoakTest}. */
@Tag("effort")
class MergeSoakTest {
  private static final Duration ENOUGH_FOR_A_TWIN = Duration.ofSeconds(30);

  @Test
  void holdsForLong() {
    Soak soak = Soak.seeded(random -> new MergeRound(random, Merges::sound));
    Optional<String> wrong = soak.run();
    assertEquals(Optional.empty(), wrong);
    System.out.println("[soak of merges] " + soak);
  }

  @Test
  void thoseWhoseSourcesAreAddedHoldForLong() {
    Soak soak = Soak.seeded(random -> new MergeRound(random, Merges.dynamic()));
    Optional<String> wrong = soak.run();
    assertEquals(Optional.empty(), wrong);
    System.out.println("[soak of dynamic merges] " + soak);
  }

  @ParameterizedTest
  @MethodSource("twins")
  void catchesTwins(Merges.Maker twin) {
    Soak soak = new Soak(System.nanoTime(), random -> new MergeRound(random, twin));
    assertTrue(soak.run(ENOUGH_FOR_A_TWIN).isPresent(), () -> "not detected: " + soak);
  }

  static Stream<Named<Merges.Maker>> twins() {
    return Stream.of(
        Named.of("BlindExit", Merges.broken(BrokenStates.BlindExit::new)),
        Named.of("SilentSignal", Merges.broken(BrokenStates.SilentSignal::new)),
        Named.of("YoungestFirst", Merges.broken(BrokenStates.YoungestFirst::new)),
        Named.of("LookThenTake", Merges.broken(BrokenStates.LookThenTake::new)),
        Named.of("ForgetfulClose", Merges.broken(BrokenStates.ForgetfulClose::new)),
        Named.of(
            "ForgetfulClose, removable",
            Merges.broken(BrokenStates.ForgetfulClose::new, MergeSettings::removable)),
        Named.of("swallowing", Merges.broken(BrokenHooks::swallowing)),
        Named.of("resentful", Merges.broken(BrokenHooks::resentful)),
        Named.of("greedy", Merges.behind(BrokenSubscriptions::greedy)),
        Named.of("deaf", Merges.behind(BrokenSubscriptions::deaf)));
  }
}
