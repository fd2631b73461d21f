package org.reactiveserializer.benchmarks.keyed;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.openjdk.jmh.infra.Blackhole;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.calls.KeyedSerializer;
import org.reactiveserializer.calls.KeyedSink;

/**
 * Prints how much of the processors' time handlers got, for each contender and for handlers that take 1, 5 and 20
 * microseconds, and checks that a million keys can be live. The share is that of the handlers in the processor time
 * of the whole process, which other programs do not disturb much, and in the elapsed time of all processors, which
 * they do. Best of some rounds, after the first ones, in which the machine compiles.
 */
public final class KeyedMain {
  /** The work of a round, in microseconds. */
  private static final int WORK = 300_000;

  private static final int WARM_UP_ROUNDS = 6;
  private static final int ROUNDS = 3;
  private static final int[] MICROSECONDS = {1, 5, 20};
  private static final int[] KEYS = {10, 10_000, 100_000};
  private static final int MILLION = 1_000_000;
  private static final double MICROSECOND = 1_000;

  private final int tokens = tokensOfAMicrosecond();
  private final int processors = Runtime.getRuntime().availableProcessors();
  private final ExecutorService pool = Executors.newFixedThreadPool(processors);
  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private KeyedMain() {}

  /** Runs it. The arguments are names of contenders; none: all. */
  public static void main(String[] args) throws InterruptedException {
    new KeyedMain().run(List.of(args));
    millionKeys();
  }

  private void run(List<String> names) throws InterruptedException {
    System.out.printf("%d processors, %d tokens a microsecond%n", processors, tokens);
    System.out.println("Share of processor time / of elapsed time, by the time of a handler");
    System.out.println("| contender | keys | 1 us | 5 us | 20 us |");
    System.out.println("|---|---|---|---|---|");
    for (KeyedContender contender : KeyedContender.values()) {
      if (names.isEmpty() || names.contains(contender.name())) {
        for (int i = 0; i < WARM_UP_ROUNDS; i++) {
          measure(contender, KEYS[1 - i % 2], 1, 1);
        }
        for (int keys : KEYS) {
          System.out.printf("| %s | %d |", contender, keys);
          for (int microseconds : MICROSECONDS) {
            System.out.print(measure(contender, keys, microseconds, ROUNDS));
          }
          System.out.println();
        }
      }
    }
    pool.shutdown();
  }

  private String measure(KeyedContender contender, int keys, int microseconds, int rounds)
      throws InterruptedException {
    double bestOfProcessor = 0;
    double bestOfElapsed = 0;
    for (int round = 0; round < rounds; round++) {
      KeyedLoad load = new KeyedLoad(keys, WORK / microseconds, tokens * microseconds);
      double busy = WORK * MICROSECOND;
      long start = System.nanoTime();
      long cpu = system.getProcessCpuTime();
      contender.run(load, pool);
      cpu = system.getProcessCpuTime() - cpu;
      long elapsed = System.nanoTime() - start;
      load.check();
      bestOfProcessor = Math.max(bestOfProcessor, busy / cpu);
      bestOfElapsed = Math.max(bestOfElapsed, busy / elapsed / processors);
    }
    return String.format(" %.2f / %.2f |", bestOfProcessor, bestOfElapsed);
  }

  private static int tokensOfAMicrosecond() {
    int tokens = 100_000;
    double best = Double.MAX_VALUE;
    for (int i = 0; i < 500; i++) {
      long start = System.nanoTime();
      Blackhole.consumeCPU(tokens);
      best = Math.min(best, (double) (System.nanoTime() - start) / tokens);
    }
    return (int) Math.round(MICROSECOND / best);
  }

  private static void millionKeys() throws InterruptedException {
    CountDownLatch open = new CountDownLatch(1);
    ExecutorService pool = Executors.newFixedThreadPool(2);
    KeyedSink<Integer, Integer> sink =
        KeyedSerializer.by((Integer item) -> item)
            .on(pool)
            .bounded(4, 2 * MILLION)
            .handle((key, item) -> open.await());
    long before = usedHeap();
    long start = System.nanoTime();
    for (int key = 0; key < MILLION; key++) {
      if (sink.tryEmit(key) != EmitOutcome.QUEUED) {
        throw new IllegalStateException("refused: " + key);
      }
    }
    long emitted = System.nanoTime() - start;
    int live = sink.stats().keys();
    long used = usedHeap() - before;
    open.countDown();
    sink.close().toCompletableFuture().join();
    System.out.printf(
        "%d live keys: %d bytes each, with key and item; %d ns to emit; after the end %d keys, %d handled%n",
        live, used / live, emitted / MILLION, sink.stats().keys(), sink.stats().delivered());
    pool.shutdown();
  }

  private static long usedHeap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
