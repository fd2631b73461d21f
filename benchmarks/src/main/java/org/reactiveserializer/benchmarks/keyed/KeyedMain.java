package org.reactiveserializer.benchmarks.keyed;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.openjdk.jmh.infra.Blackhole;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.calls.KeyedSerializer;
import org.reactiveserializer.calls.KeyedSink;

/**
 * Prints how much of the processors' time handlers got, for each contender, and checks that a million keys
 * can be live. The share is that of the handlers in the processor time of the whole process, which other
 * programs do not disturb much, and in the elapsed time of all processors, which they do.
 */
public final class KeyedMain {
  private static final int ITEMS = 300_000;
  private static final int ROUNDS = 5;
  private static final int MILLION = 1_000_000;
  private static final double MICROSECOND = 1_000;

  private KeyedMain() {}

  /** Runs it. The arguments are names of contenders; none: all. */
  public static void main(String[] args) throws InterruptedException {
    int tokens = tokensOfAMicrosecond();
    int processors = Runtime.getRuntime().availableProcessors();
    System.out.printf("%d processors, %d tokens a microsecond%n", processors, tokens);
    System.out.println("| contender | keys | of processor time | of elapsed time |");
    System.out.println("|---|---|---|---|");
    ExecutorService pool = Executors.newFixedThreadPool(processors);
    for (int keys : new int[] {10, 10_000, 100_000}) {
      for (KeyedContender contender : KeyedContender.values()) {
        if (args.length == 0 || java.util.List.of(args).contains(contender.name())) {
          measure(contender, keys, tokens, processors, pool);
        }
      }
    }
    pool.shutdown();
    millionKeys();
  }

  private static void measure(
      KeyedContender contender, int keys, int tokens, int processors, ExecutorService pool)
      throws InterruptedException {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    double bestOfProcessor = 0;
    double bestOfElapsed = 0;
    for (int round = 0; round < ROUNDS; round++) {
      KeyedLoad load = new KeyedLoad(keys, ITEMS, tokens);
      double busy = ITEMS * MICROSECOND;
      long start = System.nanoTime();
      long cpu = system.getProcessCpuTime();
      contender.run(load, pool);
      cpu = system.getProcessCpuTime() - cpu;
      long elapsed = System.nanoTime() - start;
      load.check();
      bestOfProcessor = Math.max(bestOfProcessor, busy / cpu);
      bestOfElapsed = Math.max(bestOfElapsed, busy / elapsed / processors);
    }
    System.out.printf(
        "| %s | %d | %.2f | %.2f |%n", contender, keys, bestOfProcessor, bestOfElapsed);
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
