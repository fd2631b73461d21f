package org.reactiveserializer.io.internal.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerializedSink;
import org.reactiveserializer.Serializer;

/** One thread is all threads, one after another; an executor keeps its tasks until the test runs them. */
class ExecutorHopTest {
  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private final SerializedSink<Integer> sink =
      Serializer.<Integer>bounded(10_000, Overflow.DROP_NEWEST).sink();
  private final HopRecorder recorder = new HopRecorder();
  private final List<Integer> discarded = new ArrayList<>();

  private ExecutorHop<Integer> connect(Executor executor) {
    ExecutorHop<Integer> hop = new ExecutorHop<>(recorder, executor, discarded::add);
    hop.connect(sink);
    return hop;
  }

  private void runAll() {
    while (!tasks.isEmpty()) {
      tasks.remove().run();
    }
  }

  private void emit(int from, int to) {
    IntStream.range(from, to).forEach(i -> assertTrue(sink.tryEmit(i).isAccepted()));
  }

  private static List<Integer> numbers(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }

  @Test
  void deliversInTasksOnly() {
    ExecutorHop<Integer> hop = connect(tasks::add);
    emit(0, 5);
    recorder.subscription.request(3);
    assertEquals(List.of(), recorder.items);
    runAll();
    assertEquals(numbers(0, 3), recorder.items);
    assertEquals(2, sink.backlog());
    assertEquals(0, hop.held());
    emit(5, 7);
    recorder.subscription.request(10);
    runAll();
    assertEquals(numbers(0, 7), recorder.items);
    emit(7, 9); // there is demand, so the emitting thread passes them to the hop
    assertEquals(2, hop.held());
    assertEquals(0, sink.backlog());
    assertEquals(7, recorder.items.size());
    sink.tryComplete();
    assertEquals(0, recorder.completions);
    runAll();
    assertEquals(numbers(0, 9), recorder.items);
    assertEquals(1, recorder.completions);
    assertEquals(9, hop.delivered());
  }

  @Test
  void holdsNoMoreThanItsWindow() {
    ExecutorHop<Integer> hop = connect(tasks::add);
    recorder.subscription.request(Long.MAX_VALUE);
    runAll();
    emit(0, 1_000);
    assertEquals(ExecutorHop.WINDOW, hop.held());
    assertEquals(1_000 - ExecutorHop.WINDOW, sink.backlog());
    runAll();
    assertEquals(numbers(0, 1_000), recorder.items);
  }

  @Test
  void makesRoomForOtherTasks() {
    connect(tasks::add);
    recorder.subscription.request(Long.MAX_VALUE);
    emit(0, 5_000);
    int n = 0;
    for (; !tasks.isEmpty(); n++) {
      tasks.remove().run();
      assertTrue(tasks.size() <= 1);
    }
    assertTrue(n >= 5, "one task delivered everything");
    assertEquals(numbers(0, 5_000), recorder.items);
  }

  @Test
  void anExecutorMayRunTasksInTheCallingThread() {
    connect(Runnable::run);
    recorder.subscription.request(Long.MAX_VALUE);
    emit(0, 100);
    assertEquals(numbers(0, 100), recorder.items);
  }

  @Test
  void theStackDoesNotGrowInTheCallingThread() {
    emit(0, 10_000);
    connect(Runnable::run);
    int[] depth = new int[1];
    recorder.onItem =
        () -> depth[0] = Math.max(depth[0], Thread.currentThread().getStackTrace().length);
    recorder.subscription.request(1);
    int one = depth[0];
    recorder.subscription.request(Long.MAX_VALUE);
    assertEquals(10_000, recorder.items.size());
    assertTrue(depth[0] <= one + 2, () -> one + " frames for one item, " + depth[0] + " for many");
  }

  @Test
  void requestsFromWithinSignalsAreMet() {
    recorder.onItem = () -> recorder.subscription.request(1);
    connect(Runnable::run);
    recorder.subscription.request(1);
    emit(0, 500);
    assertEquals(numbers(0, 500), recorder.items);
  }

  @Test
  void aCancellationDiscardsWhatIsOnItsWay() {
    connect(tasks::add);
    recorder.subscription.request(10);
    runAll();
    emit(0, 20);
    recorder.subscription.cancel();
    assertTrue(sink.isTerminated());
    runAll();
    assertEquals(List.of(), recorder.items);
    assertEquals(numbers(0, 10), discarded); // the sink has discarded the others
    assertEquals(0, recorder.completions + recorder.errors.size());
  }

  @Test
  void aSubscriberThatThrowsIsCancelled() {
    connect(tasks::add);
    recorder.subscription.request(10);
    runAll();
    emit(0, 10);
    IllegalStateException thrown = new IllegalStateException();
    recorder.onItem =
        () -> {
          if (recorder.items.size() == 3) {
            throw thrown;
          }
        };
    assertSame(thrown, assertThrows(IllegalStateException.class, this::runAll));
    runAll();
    assertEquals(numbers(0, 3), recorder.items);
    assertEquals(numbers(3, 10), discarded);
    assertTrue(sink.isTerminated());
    assertEquals(List.of(), recorder.errors);
  }

  @Test
  void aSubscriberThatThrowsInOnSubscribeIsCancelled() {
    IllegalStateException thrown = new IllegalStateException();
    recorder.onSubscribe = () -> { throw thrown; };
    assertSame(thrown, assertThrows(IllegalStateException.class, () -> connect(tasks::add)));
    assertTrue(sink.isTerminated());
    runAll();
    assertEquals(List.of(), recorder.items);
  }

  @Test
  void aRequestWithinOnSubscribeIsMetAfterIt() {
    emit(0, 5);
    recorder.onSubscribe =
        () -> {
          recorder.subscription.request(5);
          assertEquals(List.of(), recorder.items);
        };
    connect(Runnable::run);
    assertEquals(numbers(0, 5), recorder.items);
  }

  @Test
  void aCancellationWithinOnSubscribeReachesTheUpstream() {
    emit(0, 5);
    recorder.onSubscribe = () -> recorder.subscription.cancel();
    connect(Runnable::run);
    assertTrue(sink.isTerminated());
    assertEquals(List.of(), recorder.items);
  }

  @Test
  void anExecutorThatRefusesEndsTheStream() {
    RejectedExecutionException refusal = new RejectedExecutionException();
    boolean[] refuses = new boolean[1];
    connect(
        task -> {
          if (refuses[0]) {
            throw refusal;
          }
          tasks.add(task);
        });
    recorder.subscription.request(10);
    runAll();
    refuses[0] = true;
    emit(0, 1);
    assertEquals(List.of(), recorder.items);
    assertEquals(List.of(0), discarded);
    assertEquals(List.of(refusal), recorder.errors);
    assertTrue(sink.isTerminated());
  }

  @Test
  void anExecutorThatRefusesLaterEndsTheStream() {
    RejectedExecutionException refusal = new RejectedExecutionException();
    int[] calls = new int[1];
    emit(0, 5_000);
    connect(
        task -> {
          if (++calls[0] == 3) {
            throw refusal;
          }
          tasks.add(task);
        });
    recorder.subscription.request(Long.MAX_VALUE);
    runAll();
    assertEquals(List.of(refusal), recorder.errors);
    assertFalse(recorder.items.isEmpty());
    assertTrue(recorder.items.size() < 5_000);
  }

  @Test
  void aTaskThatWasRefusedAndRunsAllTheSameDoesNothing() {
    RejectedExecutionException refusal = new RejectedExecutionException();
    connect(
        task -> {
          tasks.add(task);
          throw refusal;
        });
    assertEquals(List.of(refusal), recorder.errors);
    recorder.subscription.request(1);
    runAll();
    assertEquals(List.of(refusal), recorder.errors);
    assertEquals(List.of(), recorder.items);
  }

  @Test
  void anExecutorThatRunsATaskAtOnceAndThrowsAllTheSameEndsTheStream() {
    RejectedExecutionException refusal = new RejectedExecutionException();
    int[] calls = new int[1];
    emit(0, 5_000);
    connect(
        task -> {
          task.run();
          if (++calls[0] == 2) {
            throw refusal;
          }
        });
    recorder.subscription.request(Long.MAX_VALUE);
    assertEquals(List.of(refusal), recorder.errors);
    assertTrue(sink.isTerminated());
  }

  @Test
  void aRequestOfNothingIsAnError() {
    connect(tasks::add);
    emit(0, 3);
    recorder.subscription.request(-1);
    runAll();
    assertEquals(1, recorder.errors.size());
    assertTrue(recorder.errors.get(0).getMessage().startsWith("§3.9"));
    assertTrue(sink.isTerminated());
  }

  @Test
  void anErrorFollowsTheItems() {
    connect(tasks::add);
    Exception error = new Exception();
    recorder.subscription.request(10);
    runAll();
    emit(0, 3);
    sink.tryFail(error);
    runAll();
    assertEquals(numbers(0, 3), recorder.items);
    assertEquals(List.of(error), recorder.errors);
    assertNull(recorder.fault);
  }
}
