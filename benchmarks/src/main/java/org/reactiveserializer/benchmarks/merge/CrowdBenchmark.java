package org.reactiveserializer.benchmarks.merge;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.reactiveserializer.benchmarks.NativeAccess;

/** Many inner sources at the same time, all idle except one. Items per microsecond. */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xms2g", "-Xmx2g", NativeAccess.ENABLED})
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class CrowdBenchmark {
  private static final int LENGTH = 1_000;
  private static final Integer[] NUMBERS =
      IntStream.range(0, LENGTH).boxed().toArray(Integer[]::new);

  /** One busy inner source among idle ones; the downstream requests one item at a time. */
  @State(Scope.Thread)
  public static class Idle {
    /** Whose operator. */
    @Param({"merge", "dynamic", "rxjava", "reactor", "mutiny"})
    public String merger = "";

    /** The number of idle inner sources. */
    @Param({"1", "10000"})
    public int idle;

    Handle[] inners = {};
    Handle busy = new Handle();
    Tally last = Tally.oneByOne();

    /** Subscribes to all. */
    @Setup(Level.Invocation)
    public void open() {
      inners = handles(idle + 1);
      busy = inners[idle];
      last = Tally.oneByOne();
      Merger.labelled(merger).merge(new Sequence<>(inners), idle + 1, LENGTH, last);
    }
  }

  /** The busy inner source emits. */
  @Benchmark
  @OperationsPerInvocation(LENGTH)
  public long oneBusy(Idle state) {
    for (Integer number : NUMBERS) {
      state.busy.next(number);
    }
    return state.last.arrived(LENGTH);
  }

  private static Handle[] handles(int count) {
    Handle[] handles = new Handle[count];
    Arrays.setAll(handles, i -> new Handle());
    return handles;
  }
}
