package org.reactiveserializer.stress;

import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.reactiveserializer.testing.Effort;

/** Runs random rounds until the time is over or a fault is found. */
final class Soak {
  private final long seed;
  private final Function<Random, Round> draw;
  private int rounds;
  private long items;

  /**
   * Creates a soak.
   *
   * @param seed the seed of all rounds; it does not determine how threads interleave
   * @param draw draws a round
   */
  Soak(long seed, Function<Random, Round> draw) {
    this.seed = seed;
    this.draw = draw;
  }

  /** Creates a soak with the seed of the property {@code soak.seed}, or with a new one. */
  static Soak seeded(Function<Random, Round> draw) {
    return new Soak(Long.getLong("soak.seed", System.nanoTime()), draw);
  }

  /**
   * Runs as long as the effort says, or the property {@code soak.duration}, and returns the first
   * fault.
   */
  Optional<String> run() {
    return run(
        Effort.duration(Duration.ofSeconds(2), Duration.ofSeconds(10), Duration.ofMinutes(10)));
  }

  /** Runs for a duration, and returns the first fault. */
  Optional<String> run(Duration duration) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < duration.toNanos()) {
      Round round = draw.apply(new Random(seed + rounds));
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

  /** A random round, described by its {@code toString}. */
  interface Round {
    /** Runs the round, and throws if there is a fault. */
    void run();

    /** Returns how many items were emitted. */
    int items();
  }
}
