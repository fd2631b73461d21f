package org.reactiveserializer.stress;

import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.reactiveserializer.internal.emission.EmissionRight;

/** Round after round, each drawn from the seed, until the time is over or something is wrong. */
final class Soak {
  private final long seed;
  private final Supplier<Optional<EmissionRight>> right;
  private int rounds;
  private long items;

  /**
   * Creates a soak.
   *
   * @param seed what all rounds are drawn from; how threads interleave, it cannot say
   * @param right makes the right of a broken twin, or nothing for the library itself
   */
  Soak(long seed, Supplier<Optional<EmissionRight>> right) {
    this.seed = seed;
    this.right = right;
  }

  /** Runs, and returns the first thing that was wrong. */
  Optional<String> run(Duration duration) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < duration.toNanos()) {
      SoakRound round = new SoakRound(new Random(seed + rounds), right.get());
      try {
        round.run();
      } catch (IllegalStateException | AssertionError wrong) {
        return Optional.of(
            String.format(
                "-Dsoak.seed=%d (round %d: %s): %s",
                seed + rounds, rounds, round, describe(wrong)));
      }
      rounds++;
      items += round.items();
    }
    return Optional.empty();
  }

  private static String describe(Throwable wrong) {
    return wrong.getCause() == null ? wrong.toString() : wrong + ", by " + wrong.getCause();
  }

  @Override
  public String toString() {
    return String.format("%d rounds, %d items, seed %d", rounds, items, seed);
  }
}
