package org.reactiveserializer.examples.grpc;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.SerialSink;

/** Threads that emit numbered items of a kilobyte. */
final class Producers {
  static final int COUNT = 4;
  static final int EACH = 2_000;
  static final int TOTAL = COUNT * EACH;

  final CountDownLatch full = new CountDownLatch(1);
  final Map<EmitOutcome, Integer> outcomes = new EnumMap<>(EmitOutcome.class);
  private final BiFunction<SerialSink<String>, String, EmitOutcome> emission;
  private final CompletableFuture<SerialSink<String>> sink = new CompletableFuture<>();
  private final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();

  Producers(BiFunction<SerialSink<String>, String, EmitOutcome> emission) {
    this.emission = emission;
  }

  /** Tries again as long as the bound refuses the item. */
  static Producers patient() {
    return new Producers((sink, item) -> sink.emit(item, Duration.ofMillis(50)));
  }

  /** The twin: does not look at the result. */
  static Producers careless() {
    return new Producers(
        (sink, item) -> {
          EmitOutcome ignored = sink.tryEmit(item);
          return ignored == EmitOutcome.OVERFLOW ? EmitOutcome.QUEUED : ignored;
        });
  }

  void start(String request, SerialSink<String> sink) {
    this.sink.complete(sink);
    List<Thread> threads =
        IntStream.range(0, COUNT).mapToObj(i -> new Thread(() -> produce(sink, i))).toList();
    threads.forEach(Thread::start);
    new Thread(() -> endAfter(threads, sink)).start();
  }

  private void endAfter(List<Thread> threads, SerialSink<String> sink) {
    try {
      for (Thread thread : threads) {
        thread.join();
      }
      sink.tryComplete();
      end.complete(null);
    } catch (InterruptedException unexpected) {
      end.completeExceptionally(unexpected);
    }
  }

  private void produce(SerialSink<String> sink, int producer) {
    for (int i = 0; i < EACH; ) {
      EmitOutcome outcome = emission.apply(sink, "%d:%d%1000s".formatted(producer, i, ""));
      synchronized (outcomes) {
        outcomes.merge(outcome, 1, Integer::sum);
      }
      if (outcome == EmitOutcome.CANCELLED) {
        return;
      }
      if (outcome == EmitOutcome.OVERFLOW) {
        full.countDown();
      } else {
        i++;
      }
    }
  }

  SerialSink<String> sink() {
    return sink.join();
  }

  void awaitEnd() {
    end.join();
  }
}
