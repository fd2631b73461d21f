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
 * How long it takes until a batch has come through a whole pipeline, with RxJava's serializer and with ours in its
 * place. Each iteration is one batch. Ours is not biased, as on every JDK.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xms2g", "-Xmx2g", "-Dorg.reactiveserializer.bias=off"})
@Warmup(iterations = 20)
@Measurement(iterations = 20)
public class PipelineBenchmark {

  /** From the moment that sets the producers off until the completion has arrived. */
  @Benchmark
  public void pipeline(Pipeline pipeline) {
    pipeline.run();
  }
}
