package org.reactiveserializer.stress;

import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;

/** Round after round, each drawn from the seed, until the time is over or something is wrong. */
final class Soak {
  private final long seed;
  private final Function<Random, Round> draw;
  private int rounds;
  private long items;

  /**
   * Creates a soak.
   *
   * @param seed what all rounds are drawn from; how threads interleave, it cannot say
   * @param draw draws a round, of the library or of a broken twin
   */
  Soak(long seed, Function<Random, Round> draw) {
    this.seed = seed;
    this.draw = draw;
  }

  /** Creates one from the seed that the property says, if any, or from a new one. */
  static Soak seeded(Function<Random, Round> draw) {
    return new Soak(Long.getLong("soak.seed", System.nanoTime()), draw);
  }

  /** Runs for as long as the property says, and returns the first thing that was wrong. */
  Optional<String> run() {
    String text = System.getProperty("soak.duration", "10");
    return run(
        text.startsWith("P") ? Duration.parse(text) : Duration.ofSeconds(Long.parseLong(text)));
  }

  /** Runs, and returns the first thing that was wrong. */
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

  /** What is drawn; its text says what it was. */
  interface Round {
    /** Runs the round, and throws if anything was wrong. */
    void run();

    /** Returns how many items were pushed. */
    int items();
  }
}
