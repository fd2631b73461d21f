package org.reactiveserializer.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures what it costs to create a serializer, subscribed and ready for the first item. {@code
 * -prof gc} reports its size in bytes, plus 16 for the lambda by which the benchmarks enter it.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g", NativeAccess.ENABLED})
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class CreationBenchmark {
  private static final int ROUND = 1 << 12;

  /** The label of a {@link Contender}. */
  @Param({"serializer", "synchronized", "reentrant-lock", "rxjava", "reactor", "mutiny"})
  public String contender = "";

  private final Arrivals downstream = new Arrivals(ROUND);
  private Contender chosen = Contender.SERIALIZER;

  /** Looks the contender up. */
  @Setup
  public void choose() {
    chosen = Contender.of(contender);
  }

  /** A new serializer, subscribed. */
  @Benchmark
  public Object create() {
    return chosen.open(downstream);
  }
}
