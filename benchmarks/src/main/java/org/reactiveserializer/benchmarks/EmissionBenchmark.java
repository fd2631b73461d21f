package org.reactiveserializer.benchmarks;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;

/**
 * The ways to emit into a sink with a bound that has room, by one thread: what it costs that an item
 * could wait.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g"})
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class EmissionBenchmark {
  private static final int ROUND = 1 << 12;
  private static final int CAPACITY = 1024;
  private static final Duration LONG = Duration.ofDays(1);

  private final Items items = new Items(0, ROUND);
  private Downstream last = new Sum(ROUND);
  private SerialSink<Integer> sink = Serializer.withDefaults().sink();
  private long turn;

  /** Creates the sink. */
  @Setup(Level.Iteration)
  public void open() {
    last = new Sum(ROUND);
    sink = Serializer.<Integer>withDefaults().bounded(CAPACITY, Overflow.DROP_NEWEST).sink();
    sink.subscribe(last);
    turn = 0;
  }

  /** The item may be refused. */
  @Benchmark
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  public EmitOutcome tryEmit() {
    return sink.tryEmit(items.get(turn++));
  }

  /** The thread would park. */
  @Benchmark
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  public EmitOutcome emit() {
    return sink.emit(items.get(turn++), LONG);
  }

  /** The item would wait without a thread. */
  @Benchmark
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  public CompletionStage<EmitOutcome> emitAsync() {
    return sink.emitAsync(items.get(turn++));
  }

  /** Throws if an item was lost. */
  @TearDown(Level.Iteration)
  public void check() {
    last.judge(turn).enforce();
  }
}
