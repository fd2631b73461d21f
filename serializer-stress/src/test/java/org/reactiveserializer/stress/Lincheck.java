package org.reactiveserializer.stress;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.jetbrains.lincheck.util.LoggingLevel;
import org.reactiveserializer.stress.support.Failure;
import org.reactiveserializer.stress.support.Fates;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.TestUpstream;

/** How hard Lincheck looks: with two threads, for it slows down when there are fewer processors. */
final class Lincheck {
  // What only takes notes, atomically, or only takes time: no place for a change of threads that could matter.
  private static final List<Class<?>> NOTES =
      List.of(
          ArrayList.class,
          Item.class,
          Failure.class,
          Fates.class,
          TestUpstream.class,
          Reactions.class);

  private Lincheck() {}

  /**
   * Explores interleavings of all short scenarios and of some longer ones, for what the class's own
   * {@code @Validate} method checks.
   */
  static Options<?, ?> outcomes(Class<?> play) {
    List<ExecutionScenario> scenarios = Scenarios.of(play);
    ModelCheckingOptions options =
        exploration()
            .verifier(EpsilonVerifier.class)
            .iterations(3)
            .invocationsPerIteration(Math.max(100, 5_000 / scenarios.size()));
    scenarios.forEach(options::addCustomScenario);
    return options;
  }

  /** Explores interleavings, for results that {@code specification} could not have given. */
  static Options<?, ?> results(Class<?> specification) {
    return exploration().sequentialSpecification(specification);
  }

  /** As the other, but of the one scenario that is to show what is wrong, and of many of its interleavings. */
  static Options<?, ?> results(Class<?> specification, ExecutionScenario telling) {
    ModelCheckingOptions options =
        exploration()
            .sequentialSpecification(specification)
            .iterations(1)
            .invocationsPerIteration(3_000);
    options.addCustomScenario(telling);
    return options;
  }

  /** Explores very many interleavings of one short scenario. */
  static Options<?, ?> duel() {
    return exploration()
        .verifier(EpsilonVerifier.class)
        .iterations(1)
        .invocationsPerIteration(20_000);
  }

  private static ModelCheckingOptions exploration() {
    return new ModelCheckingOptions()
        .addGuarantee(
            forClasses(NOTES.stream().map(Class::getName).toArray(String[]::new))
                .allMethods()
                .ignore())
        .threads(2)
        .actorsBefore(0)
        .actorsPerThread(3)
        .actorsAfter(0)
        .iterations(12)
        .invocationsPerIteration(200)
        .logLevel(LoggingLevel.ERROR)
        .minimizeFailedScenario(false);
  }

  /** Runs on real threads, for what the class's own {@code @Validate} method checks. */
  static Options<?, ?> threads() {
    return new StressOptions()
        .threads(2)
        .actorsBefore(1)
        .actorsPerThread(4)
        .actorsAfter(1)
        .iterations(10)
        .invocationsPerIteration(500)
        .logLevel(LoggingLevel.ERROR)
        .minimizeFailedScenario(false)
        .verifier(EpsilonVerifier.class);
  }

  /** Fails if {@code options} find nothing wrong with a broken twin. */
  static void assertCaught(Class<?> twin, Options<?, ?> options) {
    assertThrows(
        LincheckAssertionError.class, () -> options.check(twin), () -> twin + " was not caught");
  }
}
