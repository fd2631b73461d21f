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
 * Measures how long it takes until a batch has passed a whole pipeline, with RxJava's serializer
 * and with this library in its place. Each iteration is one batch. Biased mode is off.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xms2g", "-Xmx2g", "-Dorg.reactiveserializer.bias=off"})
@Warmup(iterations = 20)
@Measurement(iterations = 20)
public class PipelineBenchmark {

  /** From the start of the producers until the completion has arrived. */
  @Benchmark
  public void pipeline(Pipeline pipeline) {
    pipeline.run();
  }
}
