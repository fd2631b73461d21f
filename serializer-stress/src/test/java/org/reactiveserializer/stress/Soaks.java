package org.reactiveserializer.stress;

import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** The soaks, for mutants: what waits for long without one is given up sooner. */
enum Soaks {
  SERIALIZER(SoakRound::new),
  SINK(random -> new SinkRound(random, 1)),
  MERGE(random -> new MergeRound(random, false)),
  WAITERS(random -> new WaitersRound(random, 1)),
  ORDER(OrderRound::new),
  PARTS(PartsRound::new),
  KEYED(random -> new KeyedRound(random, threads(), 1));

  private final Function<Random, Soak.Round> draw;

  Soaks(Function<Random, Soak.Round> draw) {
    this.draw = draw;
  }

  private static Executor threads() {
    return Executors.newFixedThreadPool(3);
  }

  /** Returns a soak with a new seed. */
  Soak fresh() {
    return new Soak(System.nanoTime(), draw);
  }
}
