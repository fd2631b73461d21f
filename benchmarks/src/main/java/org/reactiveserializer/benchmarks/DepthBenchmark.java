package org.reactiveserializer.benchmarks;

import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
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
import org.openjdk.jmh.annotations.Warmup;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Measures what it costs to keep a bound while many items wait: one item is added if there is room,
 * and one is removed. With a queue whose {@code size()} visits every node, the bound dominates the
 * cost.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class DepthBenchmark {
  private static final Integer ITEM = 1;

  /** The queue that keeps the bound. */
  @Param({"sink", "array-blocking-queue", "concurrent-linked-queue"})
  public String contender = "";

  /** The number of items that wait. The capacity is twice that. */
  @Param({"10", "1000", "100000"})
  public int waiting;

  private IntSupplier step = () -> 0;

  /** Fills the queue. */
  @Setup(Level.Trial)
  public void fill() {
    int capacity = 2 * waiting;
    step =
        switch (contender) {
          case "sink" -> sink(capacity);
          case "array-blocking-queue" -> blocking(new ArrayBlockingQueue<>(capacity));
          case "concurrent-linked-queue" -> counted(new ConcurrentLinkedQueue<>(), capacity);
          default -> throw new IllegalArgumentException("Unknown: " + contender);
        };
  }

  /** Adds one item, removes one, and returns how many wait. */
  @Benchmark
  public int inAndOut() {
    return step.getAsInt();
  }

  private IntSupplier sink(int capacity) {
    SerialSink<Integer> sink =
        Serializer.<Integer>withDefaults().bounded(capacity, Overflow.ERROR).sink();
    One downstream = new One();
    sink.subscribe(downstream);
    for (int i = 0; i < waiting; i++) {
      sink.tryEmit(ITEM);
    }
    return () -> {
      require(sink.tryEmit(ITEM).isAccepted());
      downstream.request();
      return sink.backlog();
    };
  }

  private IntSupplier blocking(ArrayBlockingQueue<Integer> queue) {
    for (int i = 0; i < waiting; i++) {
      queue.add(ITEM);
    }
    return () -> {
      require(queue.offer(ITEM));
      queue.poll();
      return queue.size();
    };
  }

  private IntSupplier counted(Queue<Integer> queue, int capacity) {
    for (int i = 0; i < waiting; i++) {
      queue.add(ITEM);
    }
    return () -> {
      require(queue.size() < capacity && queue.offer(ITEM));
      queue.poll();
      return waiting;
    };
  }

  private static void require(boolean accepted) {
    if (!accepted) {
      throw new IllegalStateException("no room");
    }
  }

  /** Requests one item at a time. */
  private static final class One implements Subscriber<Integer> {
    private Subscription upstream = new NoUpstream();

    void request() {
      upstream.request(1);
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      upstream = subscription;
    }

    @Override
    public void onNext(Integer item) {}

    @Override
    public void onError(Throwable error) {
      throw new AssertionError("unexpected onError: no producer signals an error", error);
    }

    @Override
    public void onComplete() {
      throw new AssertionError("unexpected onComplete: no producer completes");
    }
  }

  private static final class NoUpstream implements Subscription {
    @Override
    public void request(long n) {}

    @Override
    public void cancel() {}
  }
}
