package org.reactiveserializer.benchmarks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Measures how long a cache line takes from one processor to another and back, before each
 * measurement. Two processors of a virtual machine may be neighbours at one moment, and on different
 * chips at the next: then all that two threads or processes pass to each other takes several times as
 * long, and figures can be compared with those of the same distance only.
 */
public final class CacheLineTrip {
  private static final long LOOK_NANOS = 50_000_000;
  private static final long START_NANOS = 2_000_000;
  private static final long MOST_NANOS = 1_000_000_000;
  private static final int LINE = 16; // longs: two lines, since some processors fetch two together
  private static final int ROUND = 64;
  private static final int LOOKS = 1024; // until the clock is looked at
  private static final int LEAST_ROUNDS = 10;
  private static final long END = -1;
  private static final int UNKNOWN = 0;

  private final LongSupplier nanos;
  private final LongSummaryStatistics looks = new LongSummaryStatistics();

  /** Measures this machine. */
  public CacheLineTrip() {
    this(CacheLineTrip::ofThisMachine);
  }

  /**
   * Uses other figures.
   *
   * @param nanos returns how long a line takes there and back, 0 if that is unknown
   */
  CacheLineTrip(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /**
   * Measures for about 50 milliseconds.
   *
   * @return how long a line takes there and back, in words
   */
  public String look() {
    long seen = nanos.getAsLong();
    if (seen == UNKNOWN) {
      return "unknown";
    }
    looks.accept(seen);
    return seen + " ns";
  }

  /** Whether the processors were more than three times as far from each other at one look as at another. */
  public boolean isUnsteady() {
    return looks.getCount() > 0 && looks.getMax() > 3 * looks.getMin();
  }

  @Override
  public String toString() {
    return "a cache line took %d to %d ns to another processor and back"
        .formatted(looks.getMin(), looks.getMax());
  }

  private static long ofThisMachine() {
    if (Runtime.getRuntime().availableProcessors() < 2) {
      return UNKNOWN;
    }
    AtomicLongArray lines = new AtomicLongArray(3 * LINE);
    int there = LINE;
    int back = 2 * LINE;
    Thread echo = new Thread(() -> echo(lines, there, back), "cache-line-trip");
    echo.setDaemon(true);
    echo.start();
    LockSupport.parkNanos(
        START_NANOS); // or else both may be on the same processor for some milliseconds
    long trip = 0;
    List<Long> rounds = new ArrayList<>();
    long end = System.nanoTime() + LOOK_NANOS;
    boolean isAlone = false; // both threads have one processor, in fact
    while (!isAlone && (rounds.size() < LEAST_ROUNDS || System.nanoTime() < end)) {
      long start = System.nanoTime();
      for (int i = 0; i < ROUND && !isAlone; i++) {
        lines.setRelease(there, ++trip);
        for (int look = 1; lines.getAcquire(back) != trip && !isAlone; look++) {
          Thread.onSpinWait();
          isAlone = look % LOOKS == 0 && System.nanoTime() - end > MOST_NANOS;
        }
      }
      rounds.add((System.nanoTime() - start) / ROUND);
    }
    lines.setRelease(there, END);
    Collections.sort(rounds);
    return isAlone ? UNKNOWN : rounds.get(rounds.size() / 2);
  }

  private static void echo(AtomicLongArray lines, int there, int back) {
    long last = 0;
    while (last != END) {
      long seen = lines.getAcquire(there);
      if (seen != last) {
        lines.setRelease(back, seen);
        last = seen;
      } else {
        Thread.onSpinWait();
      }
    }
  }
}
