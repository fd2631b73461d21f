package org.reactiveserializer.benchmarks.alternatives;

import java.lang.invoke.VarHandle;
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
import org.reactiveserializer.internal.right.EmissionRight;

/**
 * What it costs to enter and to leave when nobody contends: the floor of any serializer on this
 * machine. Each method is one way to do both; {@link #nothing} is what the harness takes.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@CompilerControl(CompilerControl.Mode.DONT_INLINE) // see lock coarsening in the parent package
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class OwnershipCostBenchmark {
  private final PaddedInt word = new PaddedInt();
  private final PaddedInt more = new PaddedInt();
  private final EmissionRight right = new EmissionRight();
  private final Object monitor = new Object();
  private final ReentrantLock lock = new ReentrantLock();

  /** The call of an empty method. */
  @Benchmark
  public void nothing() {}

  /** Two compare-and-sets of an {@code int}. */
  @Benchmark
  public boolean casThenCas() {
    return word.get() == 0 && word.compareAndSet(0, 1) && word.compareAndSet(1, 0);
  }

  /** The library's right: two compare-and-sets of a reference, with the collector's barriers. */
  @Benchmark
  public boolean emissionRight() {
    return right.tryEnter() && right.tryExit();
  }

  /** Leaves by a swap, which tells whether there was more. */
  @Benchmark
  public boolean casThenSwap() {
    return word.get() == 0 && word.compareAndSet(0, 1) && word.getAndSet(0) == 1;
  }

  /** Enters and leaves by addition. */
  @Benchmark
  public boolean addThenAdd() {
    return word.getAndAdd(1) == 0 && word.getAndAdd(-1) == 1;
  }

  /** Leaves by a store, and looks for more in another word behind a full fence. */
  @Benchmark
  public boolean casThenReleaseFenceLook() {
    if (word.get() != 0 || !word.compareAndSet(0, 1)) {
      return false;
    }
    word.setRelease(0);
    VarHandle.fullFence();
    return more.get() == 0;
  }

  /** Leaves by a store alone. Wrong: what comes at that moment is stranded. A lower bound. */
  @Benchmark
  public boolean casThenRelease() {
    if (word.get() != 0 || !word.compareAndSet(0, 1)) {
      return false;
    }
    word.setRelease(0);
    return true;
  }

  /** A monitor that nobody ever waited for. */
  @Benchmark
  public boolean monitor() {
    synchronized (monitor) {
      return true;
    }
  }

  /** A lock. */
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
