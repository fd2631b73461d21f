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

/**
 * The settings of Lincheck: two threads only, because Lincheck is slow with more threads than
 * processors.
 */
final class Lincheck {
  // Classes that only record, atomically, or only take time: no switch of threads in them can
  // matter.
  private static final List<Class<?>> RECORDERS =
      List.of(
          ArrayList.class,
          Item.class,
          Failure.class,
          Fates.class,
          TestUpstream.class,
          Reactions.class);

  private Lincheck() {}

  /**
   * Explores interleavings of all short scenarios and of some longer ones. The class's own {@code
   * @Validate} method checks the result.
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

  /** Explores interleavings whose results {@code specification} could not have returned. */
  static Options<?, ?> results(Class<?> specification) {
    return exploration().sequentialSpecification(specification);
  }

  /**
   * As {@link #results(Class)}, but explores many interleavings of a single scenario that shows the
   * defect.
   */
  static Options<?, ?> results(Class<?> specification, ExecutionScenario revealing) {
    ModelCheckingOptions options =
        exploration()
            .sequentialSpecification(specification)
            .iterations(1)
            .invocationsPerIteration(3_000);
    options.addCustomScenario(revealing);
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
            forClasses(RECORDERS.stream().map(Class::getName).toArray(String[]::new))
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

  /** Runs on real threads. The class's own {@code @Validate} method checks the result. */
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

  /** Fails if {@code options} find no fault in a broken twin. */
  static void assertCaught(Class<?> twin, Options<?, ?> options) {
    assertThrows(
        LincheckAssertionError.class, () -> options.check(twin), () -> twin + " was not detected");
  }
}
