package org.reactiveserializer.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.testing.Elsewhere;

/** The stack or the heap ends within a call: no key stands still for that, and the end comes. */
class KeyedStackEndTest {
  private static final int TRIALS = 2_000;

  /** What an executor may need. */
  private static final int FRAMES = 40;

  private final Runnable[] tasks = new Runnable[4 * TRIALS];
  private final boolean[] handled = new boolean[2 * TRIALS]; // to store needs no stack
  private final boolean[] accepted = new boolean[TRIALS];
  private int given;
  private int begun;

  private KeyedSink<Integer, Integer> sink(int frames) {
    return KeyedSerializer.<Integer, Integer>by(item -> item)
        .on(
            task -> {
              EndOfStack.need(frames);
              tasks[given++] = task;
            })
        .answerOn(Runnable::run)
        .onErrorDropped(error -> {})
        .handle((key, item) -> handled[item] = true);
  }

  @Test
  void theOthersGoOn() {
    theOthersGoOn(0);
  }

  @Test
  void theOthersGoOnIfItIsTheExecutorThatOverflows() {
    theOthersGoOn(FRAMES);
  }

  private void theOthersGoOn(int frames) {
    KeyedSink<Integer, Integer> sink = sink(frames);
    for (int key = TRIALS; key < 2 * TRIALS; key++) { // so that the classes are there
      sink.tryEmit(key);
      runTasks();
    }
    List<Integer> trials = IntStream.range(0, TRIALS).boxed().toList();
    EndOfStack.run(
        trials,
        item -> {
          accepted[item] = sink.tryEmit(item).isAccepted();
          runTasks(); // so that each trial needs a task
        });
    CompletableFuture<Void> done = sink.close().toCompletableFuture();
    runTasks();
    for (int item = 0; item < TRIALS; item++) {
      assertTrue(handled[item] || !accepted[item], "" + item);
    }
    assertEquals(0, sink.stats().keys());
    assertEquals(0, sink.stats().queued());
    assertTrue(done.isDone());
  }

  private void runTasks() {
    while (begun < given) {
      tasks[begun++].run();
    }
  }

  private void assertHandled(int last) {
    for (int item = 1; item <= last; item++) {
      assertTrue(handled[item], "" + item);
    }
  }

  /** Each time the stack ends within the task. (The first times perhaps also where that is noted.) */
  private static void runWithoutStack(Runnable task) {
    EndOfStack.run(Collections.nCopies(20, task), Runnable::run);
  }

  @Test
  void aTaskWithoutStackIsReplaced() {
    KeyedSink<Integer, Integer> sink = sink(0);
    sink.tryEmit(1);
    runWithoutStack(tasks[begun++]);
    sink.tryEmit(2);
    runTasks();
    assertHandled(2);
    tasks[0].run();
    sink.tryEmit(3);
    runTasks();
    assertHandled(3);
  }

  @Test
  void anEndReplacesATaskWithoutStack() {
    KeyedSink<Integer, Integer> sink = sink(0);
    sink.tryEmit(1);
    runWithoutStack(tasks[begun++]);
    CompletableFuture<Void> done = sink.close().toCompletableFuture();
    runTasks();
    assertTrue(done.isDone());
  }

  /** The one that is pending then is not taken for it. */
  @Test
  void anExecutorMayThrowAfterATaskHadNoStack() {
    List<KeyedSink<Integer, Integer>> self = new ArrayList<>();
    KeyedSink<Integer, Integer> sink =
        KeyedSerializer.<Integer, Integer>by(item -> item)
            .on(
                task -> {
                  tasks[given++] = task;
                  if (given == 1) {
                    Elsewhere.run(
                        () -> {
                          runWithoutStack(task);
                          self.get(0).tryEmit(2);
                        });
                    throw new RejectedExecutionException("late");
                  }
                })
            .onErrorDropped(error -> {})
            .handle((key, item) -> handled[item] = true);
    self.add(sink);
    sink.tryEmit(1);
    runTasks();
    assertHandled(2);
    sink.tryEmit(3);
    runTasks();
    assertHandled(3);
  }
}
