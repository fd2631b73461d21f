package org.reactiveserializer.benchmarks.keyed;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
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
 * Measures how long it takes until a batch has been handled, each key's items in order. Each iteration is
 * one batch. The least that is possible is the work of all items, divided by the processors. {@link
 * KeyedMain} prints the share of that.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xms2g", "-Xmx2g"})
@Warmup(iterations = 10)
@Measurement(iterations = 10)
@State(Scope.Benchmark)
public class KeyedBenchmark {
  /** What handles the items. */
  @Param public KeyedContender contender = KeyedContender.KEYED;

  /** How many keys there are. */
  @Param({"10", "10000"})
  public int keys;

  /** How many items. */
  @Param("200000")
  public int items;

  /** How long a handler takes, in the tokens of a {@code Blackhole}: a microsecond, about. */
  @Param("450")
  public int work;

  private ExecutorService pool = Executors.newFixedThreadPool(1);
  private KeyedLoad load = new KeyedLoad(1, 0, 0);

  /** Starts the threads. */
  @Setup(Level.Trial)
  public void start() {
    pool = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
  }

  /** Creates the items. */
  @Setup(Level.Iteration)
  public void prepare() {
    load = new KeyedLoad(keys, items, work);
  }

  /** Handles the batch. */
  @Benchmark
  public void batch() throws InterruptedException {
    contender.run(load, pool);
  }

  /** Throws if an item was lost or out of order. */
  @TearDown(Level.Iteration)
  public void check() {
    load.check();
  }

  /** Stops the threads. */
  @TearDown(Level.Trial)
  public void stop() {
    pool.shutdown();
  }
}
