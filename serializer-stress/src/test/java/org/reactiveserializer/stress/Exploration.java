package org.reactiveserializer.stress;

import org.reactiveserializer.testing.Effort;

/**
 * How much Lincheck explores with each {@link Effort}.
 *
 * <p>Each mutant fails in a scenario of two operations, if enough of the interleavings are explored. The quick
 * effort explores no others, and not enough of these for each mutant.
 */
enum Exploration {
  QUICK(150, 0, 0, 0, 4, 5),
  THOROUGH(800, 500, 5, 0, 12, 5),
  FULL(10_000, 5_000, 100, 3, 12, 10);

  /** How many scenarios are drawn at random, beside all short ones. */
  final int drawnScenarios;

  /** How many scenarios are drawn at random whose results are compared with a specification. */
  final int scenariosOfResults;

  /** How many scenarios are drawn at random for real threads. */
  final int scenariosOnThreads;

  private final int interleavingsOfTwo;
  private final int interleavingsOfThree;
  private final int leastOfThree;

  /**
   * Creates one.
   *
   * @param two how many interleavings of all scenarios with two operations are explored
   * @param three how many of all those with three operations; 0: these are left out
   * @param least how many at least of each scenario with three
   * @param drawn how many scenarios are drawn at random
   * @param results how many scenarios are drawn at random whose results are compared
   * @param threads how many scenarios are drawn at random for real threads
   */
  Exploration(int two, int three, int least, int drawn, int results, int threads) {
    interleavingsOfTwo = two;
    interleavingsOfThree = three;
    leastOfThree = least;
    drawnScenarios = drawn;
    scenariosOfResults = results;
    scenariosOnThreads = threads;
  }

  /** Returns that of the chosen effort. */
  static Exploration chosen() {
    return switch (Effort.chosen()) {
      case QUICK -> QUICK;
      case THOROUGH -> THOROUGH;
      case STRESS -> FULL;
    };
  }

  /**
   * Returns how many interleavings of each of so many scenarios with two operations are explored.
   */
  int ofEachOfTwo(int scenarios) {
    return interleavingsOfTwo / scenarios;
  }

  /** Returns whether scenarios with three operations, and some longer ones, are explored at all. */
  boolean exploresThree() {
    return interleavingsOfThree > 0;
  }

  /** Returns the same as {@link #ofEachOfTwo} for scenarios with three operations. */
  int ofEachOfThree(int scenarios) {
    return Math.max(leastOfThree, interleavingsOfThree / scenarios);
  }
}
