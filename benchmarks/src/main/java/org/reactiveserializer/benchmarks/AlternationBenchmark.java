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
 * Measures how long a million items take that two threads emit in turns. This is the rhythm that
 * could be worst for a promise of ownership to one thread. With {@code -jvmArgsAppend
 * "--enable-native-access=ALL-UNNAMED -Dorg.reactiveserializer.bias.patience=0"} every turn revokes
 * a promise, which shows the cost of a revocation. (The first of the two arguments is needed
 * because the option replaces the arguments of the annotation below.)
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g", NativeAccess.ENABLED})
@Warmup(iterations = 10)
@Measurement(iterations = 10)
public class AlternationBenchmark {

  /** The items of both threads. */
  @Benchmark
  public void alternate(Alternation alternation) throws InterruptedException {
    alternation.run();
  }
}
