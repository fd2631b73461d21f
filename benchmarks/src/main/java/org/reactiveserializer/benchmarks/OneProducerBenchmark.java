package org.reactiveserializer.benchmarks;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the usual case: one thread emits, and no other thread does. {@code -prof gc} adds the
 * allocation.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g", NativeAccess.ENABLED})
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class OneProducerBenchmark {
  private static final int ROUND = 1 << 12;

  /** The label of a {@link Contender}. */
  @Param({
    "serializer",
    "synchronized",
    "reentrant-lock",
    "rxjava",
    "reactor",
    "mutiny",
    "unserialized"
  })
  public String contender = "";

  /** The downstream: {@code checked} is {@link Arrivals}, {@code summed} is {@link Sum}. */
  @Param("checked")
  public String downstream = "";

  private final Items items = new Items(0, ROUND);
  private Downstream last = new Sum(ROUND);
  private Consumer<Integer> entry = last::onNext;
  private long turn;

  /** Creates the serializer. */
  @Setup(Level.Iteration)
  public void open() {
    last =
        switch (downstream) {
          case "checked" -> new Arrivals(ROUND);
          case "summed" -> new Sum(ROUND);
          default ->
              throw new IllegalArgumentException("neither checked nor summed: " + downstream);
        };
    entry = Contender.of(contender).open(last);
    turn = 0;
  }

  /** One item. Not inlined into the loop: see lock coarsening in the package documentation. */
  @Benchmark
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  public void onNext() {
    entry.accept(items.get(turn++));
  }

  /** Throws if an item was lost, duplicated, reordered or delivered while another one was. */
  @TearDown(Level.Iteration)
  public void check() {
    last.judge(turn).enforce();
  }
}
