package org.reactiveserializer.stress;

import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.stress.support.Scene;

/** Round after round, each drawn from the seed, until the time is over or something is wrong. */
final class Soak {
  private final long seed;
  private final Function<ErrorMode, Scene.Maker> subjects;
  private int rounds;
  private long items;

  /**
   * Creates a soak.
   *
   * @param seed what all rounds are drawn from; how threads interleave, it cannot say
   * @param subjects says what makes the subject of a round: the library, or a broken twin
   */
  Soak(long seed, Function<ErrorMode, Scene.Maker> subjects) {
    this.seed = seed;
    this.subjects = subjects;
  }

  /** Runs, and returns the first thing that was wrong. */
  Optional<String> run(Duration duration) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < duration.toNanos()) {
      SoakRound round = new SoakRound(new Random(seed + rounds), subjects);
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
