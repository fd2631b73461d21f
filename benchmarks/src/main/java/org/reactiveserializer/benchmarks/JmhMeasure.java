package org.reactiveserializer.benchmarks;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.reactiveserializer.benchmarks.Comparison.Measure;
import org.reactiveserializer.benchmarks.Series.Sample;

/** Runs {@link BatchBenchmark} in a forked virtual machine. */
final class JmhMeasure implements Measure {
  private static final String GARBAGE = "gc.alloc.rate.norm";

  private final int items;
  private final int work;
  private final boolean quick;
  private final ForeignLoad foreign;

  JmhMeasure(int items, int work, boolean quick, ForeignLoad foreign) {
    this.items = items;
    this.work = work;
    this.quick = quick;
    this.foreign = foreign;
  }

  @Override
  public Sample of(Contender contender, int producers) {
    foreign.look();
    try {
      RunResult result = new Runner(options(contender, producers)).runSingle();
      return sample(result, (double) producers * items);
    } catch (RunnerException failed) {
      return faulty(contender, deepest(failed));
    }
  }

  /**
   * Returns the fault that the downstream found. Throws on any other failure, which says nothing
   * about the contender.
   */
  private static Sample faulty(Contender contender, Throwable cause) {
    if (cause instanceof FaultyDeliveryException found) {
      return Sample.faulty(String.valueOf(found.getMessage()));
    }
    throw new NotMeasuredException(contender.label() + " was not measured: " + cause, cause);
  }

  private Options options(Contender contender, int producers) {
    String method = work == 0 ? "batch" : "slowSubscribers";
    var builder = new OptionsBuilder();
    if (work != 0) {
      builder.param("work", Integer.toString(work));
    }
    return builder
        .include(BatchBenchmark.class.getName().replace(".", "\\.") + "\\." + method + "$")
        .param("contender", contender.label())
        .param("producers", Integer.toString(producers))
        .param("items", Integer.toString(items))
        .forks(1)
        // A batch of few producers is short, so more batches are measured.
        .warmupIterations(quick ? 1 + 16 / producers : 4 + 30 / producers)
        .measurementIterations(quick ? 3 + 8 / producers : 6 + 40 / producers)
        .timeUnit(TimeUnit.MICROSECONDS)
        .addProfiler(GCProfiler.class)
        .shouldFailOnError(true)
        .verbosity(VerboseMode.SILENT)
        .build();
  }

  private static Sample sample(RunResult result, double itemsOfBatch) {
    List<Double> speeds =
        result.getBenchmarkResults().stream()
            .map(BenchmarkResult::getIterationResults)
            .flatMap(iterations -> iterations.stream())
            .map(IterationResult::getPrimaryResult)
            .map(time -> itemsOfBatch / time.getScore())
            .toList();
    Result<?> garbage = result.getSecondaryResults().get(GARBAGE);
    return new Sample(speeds, garbage == null ? 0 : garbage.getScore() / itemsOfBatch, null);
  }

  /** Returns the exception of the forked virtual machine, which JMH wraps in several others. */
  private static Throwable deepest(Throwable thrown) {
    for (Throwable suppressed : thrown.getSuppressed()) {
      return deepest(suppressed);
    }
    Throwable cause = thrown.getCause();
    return cause == null ? thrown : deepest(cause);
  }

  /**
   * Thrown if JMH could not measure, for example because it already runs or the forked process
   * died.
   */
  static final class NotMeasuredException extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotMeasuredException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
