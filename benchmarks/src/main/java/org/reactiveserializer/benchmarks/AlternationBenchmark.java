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
 * How long a million items take that two threads push in turns: the rhythm that promises to one
 * thread could be worst for. With {@code -jvmArgsAppend "--enable-native-access=ALL-UNNAMED
 * -Dorg.reactiveserializer.bias.patience=0"} (the first, since the option replaces what stands
 * here) every turn revokes one: what a revocation costs.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 3, jvmArgsAppend = {"-Xms1g", "-Xmx1g", NativeAccess.ENABLED})
@Warmup(iterations = 10)
@Measurement(iterations = 10)
public class AlternationBenchmark {

  /** Both sides' items. */
  @Benchmark
  public void alternate(Alternation alternation) throws InterruptedException {
    alternation.run();
  }
}
