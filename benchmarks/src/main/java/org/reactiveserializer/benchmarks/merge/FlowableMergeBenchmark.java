package org.reactiveserializer.benchmarks.merge;

import io.reactivex.rxjava3.core.Flowable;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.reactiveserializer.Merge;
import org.reactiveserializer.benchmarks.NativeAccess;
import org.reactiveserializer.rxjava3.RxMerge;

/**
 * Sources of RxJava, hidden or not: compares RxJava's special paths for scalars and for fusion with
 * the single path of the bridge. Items, or inner sources of one item, per microsecond.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g", NativeAccess.ENABLED})
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class FlowableMergeBenchmark {
  private static final int LONG = 102_400;
  private static final int MANY = 1024;
  private static final int LIMIT = 128;

  private final Merge<Object> bridge = Merge.withDefaults().concurrency(LIMIT).prefetch(LIMIT);

  private final Flowable<Integer> range = Flowable.range(0, LONG);
  private final Flowable<Integer> one = Flowable.just(0);

  /** Whose operator: the bridge's or RxJava's. */
  @Param({"bridge", "rxjava"})
  public String merger = "";

  /** One inner source of many items. */
  @Benchmark
  @OperationsPerInvocation(LONG)
  public long oneLongInner() {
    long sum = (long) LONG * (LONG - 1) / 2;
    return merged(Flowable.just(range.hide()).hide()).check(LONG, sum);
  }

  /** The same, with a source that RxJava's operator fuses. */
  @Benchmark
  @OperationsPerInvocation(LONG)
  public long oneLongFuseableInner() {
    long sum = (long) LONG * (LONG - 1) / 2;
    return merged(Flowable.just(range).hide()).check(LONG, sum);
  }

  /** Many inner sources of one item, one after the other. */
  @Benchmark
  @OperationsPerInvocation(MANY)
  public long manyShortInners() {
    return merged(Flowable.range(0, MANY).map(i -> one.hide()).hide()).check(MANY, 0);
  }

  /** The same, with scalar sources, which RxJava's operator does not subscribe to. */
  @Benchmark
  @OperationsPerInvocation(MANY)
  public long manyScalarInners() {
    return merged(Flowable.range(0, MANY).map(i -> one).hide()).check(MANY, 0);
  }

  private Tally merged(Flowable<Flowable<Integer>> sources) {
    Tally last = Tally.unbounded();
    Flowable<Integer> merged =
        switch (merger) {
          case "bridge" -> sources.compose(RxMerge.flatMap(bridge, source -> source));
          case "rxjava" -> sources.flatMap(source -> source, false, LIMIT, LIMIT);
          default ->
              throw new IllegalArgumentException("merger must be bridge or rxjava, was " + merger);
        };
    merged.subscribe(last);
    return last;
  }
}
