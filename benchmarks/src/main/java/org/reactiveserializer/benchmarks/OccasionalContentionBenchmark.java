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
 * Measures how long one call takes, in the median and in the worst case, while another thread, the
 * intruder, emits an item from time to time: every ten microseconds by default.
 *
 * <p>Reading the clock takes 20 to 40 nanoseconds, which are part of every sample, and its
 * resolution may be as coarse. {@link #clockAlone} shows the result for an empty method:
 * differences below it mean nothing. The high percentiles also contain the delays that the
 * operating system causes, so they are useful only in comparison.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g", NativeAccess.ENABLED})
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class OccasionalContentionBenchmark {
  private static final int ROUND = 1 << 12;

  /**
   * The label of any {@link Contender}; by default this library, the other libraries and the locks.
   */
  @Param({"serializer", "synchronized", "reentrant-lock", "rxjava", "reactor", "mutiny"})
  public String contender = "";

  /** The time from one of the intruder's items to the next, in microseconds. */
  @Param("10")
  public int interval;

  private final Items items = new Items(0, ROUND);
  private Arrivals downstream = new Arrivals(ROUND);
  private Consumer<Integer> entry = downstream::onNext;
  private Intruder intruder = new Intruder(entry, 0);
  private long turn;

  /** Creates the serializer and starts the intruder. */
  @Setup(Level.Iteration)
  public void open() {
    downstream = new Arrivals(ROUND);
    entry = Contender.of(contender).open(downstream);
    turn = 0;
    intruder = new Intruder(entry, TimeUnit.MICROSECONDS.toNanos(interval));
    intruder.start();
  }

  /** One item, from the thread that emits all the time. */
  @Benchmark
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  public void onNext() {
    entry.accept(items.get(turn++));
  }

  /** An empty method, which measures only the clock. */
  @Benchmark
  public void clockAlone() {}

  /** Throws if an item was lost, duplicated, reordered or delivered while another one was. */
  @TearDown(Level.Iteration)
  public void check() throws InterruptedException {
    intruder.stopped = true;
    intruder.join();
    downstream.judge(turn, intruder.turn).enforce();
  }

  /** Emits items at intervals. Spins in between, because no sleep is that short. */
  private static final class Intruder extends Thread {
    private final Items items = new Items(1, ROUND);
    private final Consumer<Integer> entry;
    private final long intervalNanos;
    private volatile boolean stopped;
    private long turn;

    Intruder(Consumer<Integer> entry, long intervalNanos) {
      super("intruder");
      this.entry = entry;
      this.intervalNanos = intervalNanos;
      setDaemon(true);
    }

    @Override
    public void run() {
      long due = System.nanoTime();
      while (!stopped) {
        if (System.nanoTime() - due >= 0) {
          entry.accept(items.get(turn++));
          due = System.nanoTime() + intervalNanos; // items that are late are not caught up
        }
        Thread.onSpinWait();
      }
    }
  }
}
