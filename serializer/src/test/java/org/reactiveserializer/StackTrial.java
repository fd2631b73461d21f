package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.support.EndOfStack;
import org.reactiveserializer.support.RecordingSubscription;
import org.reactiveserializer.support.Tap;
import org.reactiveserializer.testing.Elsewhere;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A stream, its subscriber, and what became of its items. */
abstract class StackTrial implements Subscriber<Integer> {
  /** The item that the call brings. Others come from other threads, or before. */
  static final int ITEM = 5;

  final int[] seen = new int[100];
  final boolean[] accepted = new boolean[100];
  @Nullable Subscription subscription;
  @Nullable Throwable thrown;
  @Nullable Runnable inSignal;
  Runnable call = () -> {};
  int hunger;
  boolean completed;
  private boolean inside;
  private boolean overlapped;

  abstract void emit(int item);

  /** Emits an item and ends, with enough stack. */
  abstract void finish();

  void trigger() {
    request(1);
    emit(50);
  }

  void request(long n) {
    Objects.requireNonNull(subscription).request(n);
  }

  void cancel() {
    Objects.requireNonNull(subscription).cancel();
  }

  void checkElsewhere() {
    Elsewhere.run(this::finish);
    assertFalse(overlapped);
    for (int item = 0; item < seen.length; item++) {
      assertTrue(seen[item] <= 1, "twice: " + item);
      assertTrue(!completed || !accepted[item] || seen[item] == 1, "lost: " + item);
    }
    assertFalse(completed && thrown != null && seen[ITEM] != 0, "published, and then thrown");
  }

  void discarded(int item) {
    seen[item]++;
  }

  @Override
  public void onSubscribe(Subscription arrived) {
    subscription = arrived;
  }

  @Override
  public void onNext(Integer item) {
    overlapped |= inside;
    inside = true;
    seen[item]++;
    try {
      Runnable first = inSignal;
      if (first != null) {
        inSignal = null;
        first.run();
      }
      EndOfStack.need(hunger);
    } finally {
      inside = false;
    }
  }

  @Override
  public void onError(Throwable error) {
    overlapped |= inside;
  }

  @Override
  public void onComplete() {
    overlapped |= inside;
    completed = true;
  }

  static final class OfSink extends StackTrial {
    static final Queue<Runnable> TASKS = new ArrayDeque<>();

    final SerialSink<Integer> sink;
    @Nullable CompletableFuture<EmitOutcome> later;

    OfSink(UnaryOperator<Serializer<Integer>> settings) {
      sink =
          settings
              .apply(Serializer.withDefaults())
              .answerOn(Runnable::run)
              .onDiscard(this::discarded)
              .onErrorDropped(dropped -> {})
              .sink();
    }

    void start(int requested, int... items) {
      sink.subscribe(this);
      runTasks();
      if (requested != 0) {
        request(requested);
      }
      IntStream.of(items).forEach(this::emit);
    }

    void startWithWaiter() {
      start(0, 1, 2);
      later(3);
    }

    @Override
    void emit(int item) {
      accepted[item] = sink.tryEmit(item).isAccepted();
    }

    void later(int item) {
      later = sink.emitAsync(item).toCompletableFuture();
    }

    @Override
    void finish() {
      runTasks();
      emit(90);
      if (subscription == null) {
        sink.subscribe(this);
      }
      request(Long.MAX_VALUE);
      runTasks();
      emit(91);
      sink.tryComplete();
      runTasks();
      EmitOutcome late = sink.tryEmit(92);
      assertTrue(late == EmitOutcome.TERMINATED || late == EmitOutcome.CANCELLED, late::name);
      assertTrue(later == null || later.isDone(), "waits for ever");
      if (completed) {
        assertEquals(0, sink.backlog());
        long all = IntStream.range(0, 100).filter(item -> accepted[item]).count();
        assertTrue(sink.stats().delivered() + sink.stats().discarded() >= all, "lost");
      }
    }

    private static void runTasks() {
      for (Runnable next = TASKS.poll(); next != null; next = TASKS.poll()) {
        next.run();
      }
    }
  }

  static final class OfOperator extends StackTrial {
    final SerialSubscriber<Integer> serialized =
        Serializer.<Integer>withDefaults()
            .onDiscard(this::discarded)
            .onErrorDropped(dropped -> {})
            .wrap(this);

    OfOperator() {
      serialized.onSubscribe(new RecordingSubscription());
    }

    @Override
    void emit(int item) {
      serialized.onNext(item);
      accepted[item] = true;
    }

    @Override
    void finish() {
      emit(90);
      assertEquals(1, seen[90]);
      serialized.onComplete();
      emit(91);
      assertEquals(1, seen[91]);
      assertEquals(0, serialized.backlog());
    }
  }

  static final class OfMerge extends StackTrial {
    final Tap<Publisher<Integer>> outer = Tap.named("outer");
    final Tap<Integer> a = Tap.named("a");
    final Tap<Integer> b = Tap.named("b");

    OfMerge() {
      Merge.<Integer>withDefaults()
          .onDiscard(this::discarded)
          .onErrorDropped(dropped -> {})
          .<Publisher<Integer>, Integer>flatMap(outer, source -> source)
          .subscribe(this);
      outer.next(a).next(b);
    }

    @Override
    void emit(int item) {
      (item == ITEM ? a : b).next(item);
    }

    @Override
    void finish() {
      request(Long.MAX_VALUE);
      b.next(90);
      assertEquals(1, seen[90]);
      cancel();
      b.next(91);
      assertEquals(1, seen[91]);
    }
  }
}
