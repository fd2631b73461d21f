package org.reactiveserializer.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how long one call takes, in the median and in the worst case, while another thread emits
 * an item from time to time: every ten microseconds by default.
 *
 * <p>Reading the clock takes 20 to 40 nanoseconds, which are part of every sample, and its
 * resolution may be as coarse. {@link #clockAlone} shows the result for an empty method:
 * differences below it mean nothing. The high percentiles also contain the delays that the
 * operating system causes, so they are useful only in comparison.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g", NativeAccess.ENABLED})
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class OccasionalContentionBenchmark {

  /** One item, from the thread that emits all the time. */
  @Benchmark
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  public void onNext(OccasionalContention contention) {
    contention.emitOne();
  }

  /** An empty method, which measures only the clock. */
  @Benchmark
  public void clockAlone() {}
}
