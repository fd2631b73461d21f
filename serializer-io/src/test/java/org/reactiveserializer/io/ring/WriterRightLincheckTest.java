package org.reactiveserializer.io.ring;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Set;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.jetbrains.lincheck.util.LoggingLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.io.ring.WriterRightPlay.Count;
import org.reactiveserializer.io.ring.WriterRightPlay.Library;
import org.reactiveserializer.io.ring.WriterRightPlay.Places;
import org.reactiveserializer.io.ring.WriterRightPlay.StateFirst;
import org.reactiveserializer.io.ring.WriterRightPlay.Unwoken;

/**
 * A stream into a ring, in many interleavings of the thread that emits and the stream's thread: no
 * two threads use the writer, nothing is requested twice, and what waits is written.
 */
class WriterRightLincheckTest {
  private static final int INTERLEAVINGS = 800;

  /** Classes whose calls are made as if each was atomic: only the order of the calls is explored. */
  private static final Set<String> ATOMIC =
      Set.of(Count.class.getCanonicalName(), Places.class.getCanonicalName());

  @Test
  void holdsInEveryInterleaving() throws NoSuchMethodException {
    explore(Library.class);
  }

  @ParameterizedTest
  @ValueSource(classes = {Unwoken.class, StateFirst.class})
  void catchesTwins(Class<?> twin) {
    assertThrows(LincheckAssertionError.class, () -> explore(twin));
  }

  private static void explore(Class<?> play) throws NoSuchMethodException {
    Actor arrival = new Actor(play.getMethod("arrive"), List.of());
    Actor looks = new Actor(play.getMethod("looks"), List.of());
    new ModelCheckingOptions()
        .addCustomScenario(
            new ExecutionScenario(
                List.of(), List.of(List.of(arrival), List.of(looks)), List.of(), null))
        .addGuarantee(forClasses(ATOMIC::contains).allMethods().treatAsAtomic())
        .verifier(EpsilonVerifier.class)
        .iterations(0)
        .invocationsPerIteration(INTERLEAVINGS)
        .minimizeFailedScenario(false)
        .logLevel(LoggingLevel.ERROR)
        .check(play);
  }
}
