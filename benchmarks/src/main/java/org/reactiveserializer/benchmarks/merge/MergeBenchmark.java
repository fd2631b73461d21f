package org.reactiveserializer.benchmarks.merge;

import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.reactiveserializer.benchmarks.NativeAccess;

/** Items, or inner sources of one item, per microsecond. */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g", NativeAccess.ENABLED})
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class MergeBenchmark {
  private static final int LONG = 102_400;
  private static final int MANY = 1024;
  private static final int THREADS = 4;
  private static final int EACH = 256_000;
  private static final int PREFETCH = 128;

  /** Whose operator. */
  @Param({"merge", "rxjava", "reactor", "mutiny"})
  public String merger = "";

  private final Integer[] numbers = numbers(EACH);
  private final ExecutorService[] threads = new ExecutorService[THREADS];
  private final Source<? extends Source<Integer>> oneLong = sources(1, LONG);
  private final Source<? extends Source<Integer>> manyShort = sources(MANY, 1);
  private final Source<? extends Source<Integer>> single = sources(1, 1);
  private Merger operator = Merger.MERGE;

  /** Starts the threads. */
  @Setup
  public void open() {
    operator = Merger.labelled(merger);
    Arrays.setAll(threads, i -> Executors.newSingleThreadExecutor());
  }

  /** Stops the threads. */
  @TearDown
  public void close() {
    Arrays.stream(threads).forEach(ExecutorService::shutdown);
  }

  /** One inner source of many items. */
  @Benchmark
  @OperationsPerInvocation(LONG)
  public long oneLongInner() {
    return merged(oneLong, PREFETCH).check(LONG, sum(LONG));
  }

  /** Many inner sources of one item, one after the other. */
  @Benchmark
  @OperationsPerInvocation(MANY)
  public long manyShortInners() {
    return merged(manyShort, PREFETCH).check(MANY, 0);
  }

  /** One inner source of one item: the cost of setting up and ending. */
  @Benchmark
  public long oneShortInner() {
    return merged(single, PREFETCH).check(1, 0);
  }

  /** Four inner sources on four threads. */
  @Benchmark
  @OperationsPerInvocation(THREADS * EACH)
  public long fourThreads() {
    return onThreads(PREFETCH);
  }

  /** Four inner sources on four threads, with a larger prefetch. */
  @Benchmark
  @OperationsPerInvocation(THREADS * EACH)
  public long fourThreadsFarAhead() {
    return onThreads(1024);
  }

  private long onThreads(int prefetch) {
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    Source<Integer>[] inners = new Source[THREADS];
    Arrays.setAll(inners, i -> new Paced(numbers, threads[i]));
    return merged(new Sequence<>(inners), prefetch)
        .check((long) THREADS * EACH, THREADS * sum(EACH));
  }

  private Tally merged(Source<? extends Source<Integer>> sources, int prefetch) {
    Tally last = Tally.unbounded();
    operator.merge(sources, PREFETCH, prefetch, last);
    return last;
  }

  private Source<? extends Source<Integer>> sources(int count, int length) {
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    Source<Integer>[] inners = new Source[count];
    Arrays.fill(inners, new Sequence<>(numbers(length)));
    return new Sequence<>(inners);
  }

  private static Integer[] numbers(int count) {
    return IntStream.range(0, count).boxed().toArray(Integer[]::new);
  }

  private static long sum(long count) {
    return count * (count - 1) / 2;
  }
}
