package org.reactiveserializer.benchmarks.alternatives;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures what it costs to acquire and release ownership without contention: the minimum for any
 * serializer on this machine. Each method is one way to do both; {@link #nothing} is the cost of
 * the harness.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@CompilerControl(CompilerControl.Mode.DONT_INLINE) // see lock coarsening in the parent package
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class OwnershipCostBenchmark {
  private final Padded<Void> word = new Padded<>();
  private final Object monitor = new Object();
  private final ReentrantLock lock = new ReentrantLock();

  /** The call of an empty method. */
  @Benchmark
  public void nothing() {}

  /** Two compare-and-sets of an {@code int}. */
  @Benchmark
  public boolean casThenCas() {
    return word.compareAndSet(0, 1) && word.compareAndSet(1, 0);
  }

  /** Releases by a swap, whose result shows whether there was more work. */
  @Benchmark
  public boolean casThenSwap() {
    return word.compareAndSet(0, 1) && word.getAndSet(0) == 1;
  }

  /**
   * Releases by a store alone. A lower bound, but incorrect: an item that arrives at that moment is
   * never delivered.
   */
  @Benchmark
  public boolean casThenRelease() {
    if (!word.compareAndSet(0, 1)) {
      return false;
    }
    word.setRelease(0);
    return true;
  }

  /** A monitor without contention. */
  @Benchmark
  public boolean monitor() {
    synchronized (monitor) {
      return true;
    }
  }

  /** A lock without contention. */
  @Benchmark
  public boolean lock() {
    lock.lock();
    try {
      return true;
    } finally {
      lock.unlock();
    }
  }
}
