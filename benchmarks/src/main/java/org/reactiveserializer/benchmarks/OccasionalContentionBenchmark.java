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
 * How long one call takes, at the median and at its worst, while another thread pushes an item
 * every now and then: every ten microseconds by default.
 *
 * <p>The clock takes its share: reading it costs some 20 to 40 nanoseconds, which are in every
 * sample, and its steps may be as coarse. {@link #clockAlone} shows what is measured when nothing
 * is: below it no difference means anything. The high percentiles hold what the system does to a
 * thread, too, and that is not the contender's fault: compare, and do not read them by themselves.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 3, jvmArgsAppend = {"-Xms1g", "-Xmx1g", NativeAccess.ENABLED})
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class OccasionalContentionBenchmark {

  /** One item, from the thread that pushes all the time. */
  @Benchmark
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  public void onNext(OccasionalContention contention) {
    contention.pushOne();
  }

  /** The clock, and nothing else. */
  @Benchmark
  public void clockAlone() {}
}
