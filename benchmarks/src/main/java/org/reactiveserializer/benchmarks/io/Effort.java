package org.reactiveserializer.benchmarks.io;

import java.util.List;

/**
 * How much is measured.
 *
 * @param millis the duration of a measurement
 * @param warmup for how many milliseconds the two processes run before a measurement; the work
 *     {@code loss} has a warm-up of its own
 * @param lossWarmup the same for the work {@code loss}: 0 measures a receiver that has just started
 * @param rates datagrams a second in the work {@code loss}
 * @param connections how many connections there are in the works {@code wheel} and {@code memory}
 */
public record Effort(
    int millis, int warmup, int lossWarmup, List<Integer> rates, List<Integer> connections) {

  /** An effort for works without connections. */
  public Effort(int millis, int warmup, int lossWarmup, List<Integer> rates) {
    this(millis, warmup, lossWarmup, rates, List.of());
  }

  /** Returns how many whole seconds a run takes at most, apart from starting. */
  public long seconds() {
    return (millis + Math.max(warmup, lossWarmup)) / 1000 + 1;
  }
}
