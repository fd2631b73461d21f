package org.reactiveserializer.stress;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.jetbrains.lincheck.util.LoggingLevel;
import org.reactiveserializer.internal.engine.StackCheck;
import org.reactiveserializer.stress.support.Failure;
import org.reactiveserializer.stress.support.Fates;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.TestUpstream;

/**
 * The settings of Lincheck: two threads only, because Lincheck is slow with more threads than
 * processors. {@link Exploration} has the numbers. Each check prints a line when it ends.
 */
final class Lincheck {
  private static final Exploration EXPLORATION = Exploration.chosen();

  // Classes that only record, atomically, only take time or stack, or check when all threads are
  // done:
  // no switch of threads in them can matter. (A deep recursion would count as a livelock.)
  private static final List<Class<?>> RECORDERS =
      List.of(
          ArrayList.class,
          Item.class,
          Failure.class,
          Fates.class,
          TestUpstream.class,
          Reactions.class,
          Audit.class,
          Timeline.class,
          StackCheck.class);

  private static final int OF_EACH_OF_THREE = 200;

  private static final String EMITTER = "org.reactiveserializer.internal.engine.Emitter";

  private Lincheck() {}

  /**
   * Explores interleavings of all scenarios of two operations; with more effort, also of those
   * of three and of some longer ones. The class's own {@code @Validate} method checks the result.
   */
  static Options<?, ?>[] outcomes(Class<?> play) {
    return outcomes(play, 1);
  }

  /** As {@link #outcomes(Class)}, with so many times as many interleavings of two operations. */
  static Options<?, ?>[] outcomes(Class<?> play, int times) {
    List<Options<?, ?>> options = new ArrayList<>();
    List<ExecutionScenario> ofTwo = Scenarios.ofTwo(play);
    options.add(outcomes(ofTwo, 0, times * EXPLORATION.ofEachOfTwo(ofTwo.size())));
    if (EXPLORATION.exploresThree()) {
      List<ExecutionScenario> ofThree = Scenarios.ofThree(play);
      options.add(
          outcomes(ofThree, EXPLORATION.drawnScenarios, EXPLORATION.ofEachOfThree(ofThree.size())));
    }
    return options.toArray(Options<?, ?>[]::new);
  }

  /** Explores only scenarios of three operations: in biased mode the first makes the promise. */
  static Options<?, ?> outcomesOfThree(Class<?> play) {
    return outcomes(Scenarios.ofThree(play), 0, OF_EACH_OF_THREE);
  }

  private static Options<?, ?> outcomes(
      List<ExecutionScenario> scenarios, int drawn, int interleavings) {
    ModelCheckingOptions options =
        exploration()
            .verifier(EpsilonVerifier.class)
            .iterations(drawn)
            .invocationsPerIteration(interleavings);
    scenarios.forEach(options::addCustomScenario);
    return options;
  }

  /** Explores interleavings whose results {@code specification} could not have returned. */
  static Options<?, ?> results(Class<?> specification) {
    return exploration()
        .iterations(EXPLORATION.scenariosOfResults)
        .sequentialSpecification(specification);
  }

  private static ModelCheckingOptions exploration() {
    return new ModelCheckingOptions()
        // A hint to spin makes way to the other thread: no producer would ever meet a delivery.
        .addGuarantee(forClasses(EMITTER).methods("makeWay").ignore())
        .addGuarantee(
            forClasses(RECORDERS.stream().map(Class::getName).toArray(String[]::new))
                .allMethods()
                .ignore())
        .threads(2)
        .actorsBefore(0)
        .actorsPerThread(3)
        .actorsAfter(0)
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
        .iterations(EXPLORATION.scenariosOnThreads)
        .invocationsPerIteration(500)
        .logLevel(LoggingLevel.ERROR)
        .minimizeFailedScenario(false)
        .verifier(EpsilonVerifier.class);
  }

  /** Fails if one of {@code all} finds a fault in a play. */
  static void assertHolds(Class<?> play, Options<?, ?>... all) {
    long start = System.nanoTime();
    Optional<String> fault = fault(play, all);
    System.out.printf(
        "[lincheck, %s] %s: %d ms%n",
        EXPLORATION.name().toLowerCase(Locale.ROOT),
        play.getName().substring(play.getPackageName().length() + 1),
        (System.nanoTime() - start) / 1_000_000);
    assertEquals(Optional.empty(), fault);
  }

  /** Returns the fault that one of {@code all} finds in a play; empty if none does. */
  static Optional<String> fault(Class<?> play, Options<?, ?>... all) {
    try {
      for (Options<?, ?> options : all) {
        options.check(play);
      }
      return Optional.empty();
    } catch (LincheckAssertionError wrong) {
      return Optional.of(String.valueOf(wrong.getMessage()));
    }
  }
}
