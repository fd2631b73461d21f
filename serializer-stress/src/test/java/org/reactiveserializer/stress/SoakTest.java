package org.reactiveserializer.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.stress.broken.BrokenHooks;
import org.reactiveserializer.stress.broken.BrokenStates;
import org.reactiveserializer.stress.support.Fates;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.Scene;

/**
 * All guarantees at once, at random. The property {@code soak.duration} sets the duration (seconds,
 * or ISO-8601), the property {@code soak.seed} the seed.
 */
@Tag("effort")
class SoakTest {
  private static final Duration ENOUGH_FOR_A_TWIN = Duration.ofSeconds(30);

  @Test
  void holdsForLong() {
    Soak soak = Soak.seeded(random -> new SoakRound(random, Scene::sound));
    Optional<String> wrong = soak.run();
    assertEquals(Optional.empty(), wrong);
    System.out.println("[soak] " + soak);
  }

  @ParameterizedTest
  @MethodSource("twins")
  void catchesTwins(Function<ErrorMode, Scene.Maker> twin) {
    Soak soak = new Soak(System.nanoTime(), random -> new SoakRound(random, twin));
    assertTrue(soak.run(ENOUGH_FOR_A_TWIN).isPresent(), () -> "not detected: " + soak);
  }

  // Not SilentSignal: an end that was not signalled is found by the next thread that emits, and
  // here there nearly always is one. Lincheck, jcstress, and the soak tests of sinks and merges
  // detect it.
  static Stream<Named<Function<ErrorMode, Scene.Maker>>> twins() {
    return Stream.of(
        drain("BlindExit", BrokenStates.BlindExit::new),
        drain("YoungestFirst", BrokenStates.YoungestFirst::new),
        drain("LookThenTake", BrokenStates.LookThenTake::new),
        drain("ForgetfulClose", BrokenStates.ForgetfulClose::new),
        hooks("swallowing", BrokenHooks::swallowing),
        hooks("resentful", BrokenHooks::resentful));
  }

  private static Named<Function<ErrorMode, Scene.Maker>> drain(
      String name, Supplier<DrainState> drain) {
    return Named.of(name, mode -> Scene.broken(drain.get(), mode));
  }

  private static Named<Function<ErrorMode, Scene.Maker>> hooks(
      String name, Function<Fates, Hooks<Item>> hooks) {
    return Named.of(name, mode -> Scene.broken(hooks, mode));
  }
}
