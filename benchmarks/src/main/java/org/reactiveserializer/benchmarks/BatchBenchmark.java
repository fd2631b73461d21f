package org.reactiveserializer.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how long it takes until a batch has been delivered: with one producer, two, four and
 * eight. Each iteration is one batch, so the slowest one is visible. Add {@code -prof gc} to
 * measure allocation; the result is per batch, divide it by {@code producers * items}.
 *
 * <p>The figures for several producers depend on whether they really run at the same time. On a
 * busy machine they run one after the other, there is no contention, and a monitor looks good.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xms2g", "-Xmx2g", NativeAccess.ENABLED})
@Warmup(iterations = 20)
@Measurement(iterations = 20)
public class BatchBenchmark {

  /** From the start of the producers until the last of them returns. */
  @Benchmark
  public void batch(Batch.OfLibraries batch) {
    batch.run();
  }

  /** The same with sinks. ({@code sink-biased} needs JDK 22 or later.) */
  @Benchmark
  public void sinks(Batch.OfSinks batch) {
    batch.run();
  }

  /** The same with the operators of the bridges, beside that of the core. */
  @Benchmark
  public void bridges(Batch.OfBridges batch) {
    batch.run();
  }

  /** The same with a subscriber that is slower than its producers. Run it with fewer items. */
  @Benchmark
  public void slowSubscribers(Batch.OfSlowSubscribers batch) {
    batch.run();
  }

  /** The same with the designs that were rejected. */
  @Benchmark
  public void alternatives(Batch.OfDesigns batch) {
    batch.run();
  }
}
