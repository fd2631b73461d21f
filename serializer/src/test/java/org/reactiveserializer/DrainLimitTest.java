package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.support.Scene;
import org.reactiveserializer.support.SinkScene;
import org.reactiveserializer.testing.Elsewhere;

/**
 * No call delivers more items of other threads than the limit, and nothing is lost when the
 * emission moves to another thread.
 */
class DrainLimitTest {
  private final Deque<Runnable> tasks = new ArrayDeque<>();

  static List<Serializer<Integer>> settings() {
    return List.of(
        Serializer.withDefaults(), Serializer.withDefaults().bounded(1000, Overflow.ERROR));
  }

  @ParameterizedTest
  @MethodSource("settings")
  void theRestIsDeliveredByTheExecutor(Serializer<Integer> settings) {
    Scene<Integer> scene = Scene.subscribed(settings.drainLimit(2, tasks::add));
    scene.downstream.on(0, () -> Elsewhere.run(() -> push(scene, 1, 5)));
    scene.serialized.onNext(0);
    assertEquals(List.of(0, 1, 2), scene.delivered());
    assertEquals(3, scene.serialized.backlog());
    push(scene, 6, 6); // ownership is on its way to the executor: no other thread delivers
    assertEquals(3, scene.delivered().size());
    Elsewhere.run(() -> tasks.remove().run());
    assertEquals(List.of(0, 1, 2, 3, 4), scene.delivered());
    Elsewhere.run(() -> tasks.remove().run());
    assertEquals(List.of(0, 1, 2, 3, 4, 5, 6), scene.delivered());
    assertEquals(List.of(), List.copyOf(tasks));
    scene.serialized.onNext(7);
    assertEquals(8, scene.delivered().size(), "delivered by the calling thread again");
  }

  @ParameterizedTest
  @MethodSource("settings")
  void anEndlessProducerDoesNotHoldTheOwner(Serializer<Integer> settings) {
    Scene<Integer> scene = Scene.subscribed(settings.drainLimit(10, tasks::add));
    scene.downstream.onNext(item -> Elsewhere.run(() -> scene.serialized.onNext(item + 1)));
    scene.serialized.onNext(0); // returns
    assertEquals(11, scene.delivered().size());
    assertEquals(1, tasks.size());
  }

  @ParameterizedTest
  @MethodSource("settings")
  void itemsThatARequestDeliversCountAsWell(Serializer<Integer> settings) {
    SinkScene scene = SinkScene.subscribed(settings.drainLimit(3, tasks::add));
    IntStream.range(0, 5).forEach(scene.sink::tryEmit);
    scene.request(5);
    assertEquals(List.of(0, 1, 2), scene.delivered());
    tasks.remove().run();
    assertEquals(List.of(0, 1, 2, 3, 4), scene.delivered());
  }

  @Test
  void noTaskIfNothingCanBeDelivered() {
    SinkScene scene =
        SinkScene.subscribed(Serializer.<Integer>withDefaults().drainLimit(3, tasks::add));
    IntStream.range(0, 5).forEach(scene.sink::tryEmit);
    scene.request(3); // the rest waits for demand
    assertEquals(List.of(), List.copyOf(tasks));
    scene.request(2);
    assertEquals(List.of(0, 1, 2, 3, 4), scene.delivered());
    assertEquals(List.of(), List.copyOf(tasks));
  }

  @Test
  void theThreadThatContinuesSignalsTheTerminalOrDiscards() {
    Scene<Integer> scene =
        Scene.subscribed(Serializer.<Integer>withDefaults().drainLimit(1, tasks::add));
    scene.downstream.on(
        0,
        () ->
            Elsewhere.run(
                () -> {
                  push(scene, 1, 2);
                  scene.serialized.onComplete();
                }));
    scene.serialized.onNext(0);
    assertEquals(List.of(0, 1), scene.delivered());
    tasks.remove().run();
    assertEquals(List.of(0, 1, 2, "completed"), scene.delivered());

    Scene<Integer> other =
        Scene.subscribed(Serializer.<Integer>withDefaults().drainLimit(1, tasks::add));
    other.downstream.on(0, () -> Elsewhere.run(() -> push(other, 1, 3)));
    other.serialized.onNext(0);
    other.serialized.cancel();
    tasks.remove().run();
    assertEquals(List.of(0, 1), other.delivered());
    assertEquals(List.of(2, 3), other.discarded);
  }

  @ParameterizedTest
  @MethodSource("settings")
  void aRejectedHandOverLosesNothing(Serializer<Integer> settings) {
    RejectedExecutionException rejected = new RejectedExecutionException("full");
    Scene<Integer> scene =
        Scene.subscribed(
            settings.drainLimit(
                2,
                task -> {
                  throw rejected;
                }));
    scene.downstream.on(0, () -> Elsewhere.run(() -> push(scene, 1, 5)));
    scene.serialized.onNext(0);
    assertEquals(List.of(0, 1, 2, 3, 4, 5), scene.delivered());
    assertEquals(List.of(rejected, rejected), scene.dropped);
  }

  /** For example a full pool whose policy is that the caller runs the task. */
  @ParameterizedTest
  @CsvSource({"1, 20000", "100, 20000"})
  void anExecutorThatRunsInItsCallerDoesNotDeepenTheStack(int limit, int items) {
    Scene<Integer> scene =
        Scene.subscribed(Serializer.<Integer>withDefaults().drainLimit(limit, Runnable::run));
    scene.downstream.on(0, () -> Elsewhere.run(() -> push(scene, 1, items)));
    scene.serialized.onNext(0);
    assertEquals(items + 1, scene.delivered().size());
    assertEquals(1, scene.downstream.deepest());
  }

  @Test
  void anExecutorThatTakesTheTaskAndStillThrows() {
    Executor inconsistent =
        task -> {
          tasks.add(task);
          throw new RejectedExecutionException("rejected, although the task will run");
        };
    Scene<Integer> scene =
        Scene.subscribed(Serializer.<Integer>withDefaults().drainLimit(2, inconsistent));
    scene.downstream.on(0, () -> Elsewhere.run(() -> push(scene, 1, 5)));
    scene.serialized.onNext(0);
    assertEquals(List.of(0, 1, 2, 3, 4, 5), scene.delivered());
    tasks.forEach(Runnable::run);
    assertEquals(6, scene.delivered().size());

    Scene<Integer> other =
        Scene.subscribed(
            Serializer.<Integer>withDefaults()
                .drainLimit(
                    2,
                    task -> {
                      Elsewhere.run(task);
                      throw new RejectedExecutionException("rejected, although the task has run");
                    }));
    other.downstream.on(0, () -> Elsewhere.run(() -> push(other, 1, 5)));
    other.serialized.onNext(0);
    assertEquals(List.of(0, 1, 2, 3, 4, 5), other.delivered());
  }

  @Test
  void anExecutorThatRunsTheTaskTwice() {
    Scene<Integer> scene =
        Scene.subscribed(
            Serializer.<Integer>withDefaults()
                .drainLimit(
                    2,
                    task -> {
                      tasks.add(task);
                      task.run();
                    }));
    scene.downstream.on(0, () -> Elsewhere.run(() -> push(scene, 1, 5)));
    scene.downstream.on(4, () -> tasks.forEach(task -> Elsewhere.run(task)));
    scene.serialized.onNext(0);
    assertEquals(List.of(0, 1, 2, 3, 4, 5), scene.delivered());
    assertFalse(scene.downstream.overlapped());

    Scene<Integer> other =
        Scene.subscribed(
            Serializer.<Integer>withDefaults()
                .drainLimit(
                    2,
                    task -> {
                      Elsewhere.run(task);
                      task.run();
                    }));
    other.downstream.on(0, () -> Elsewhere.run(() -> push(other, 1, 5)));
    other.serialized.onNext(0);
    assertEquals(List.of(0, 1, 2, 3, 4, 5), other.delivered());
  }

  @Test
  void aDownstreamThatThrowsInTheExecutorThrowsThere() {
    Scene<Integer> scene =
        Scene.subscribed(Serializer.<Integer>withDefaults().drainLimit(1, tasks::add));
    scene.downstream.on(0, () -> Elsewhere.run(() -> push(scene, 1, 3)));
    IllegalStateException thrown = new IllegalStateException("thrown by the downstream");
    scene.downstream.on(
        2,
        () -> {
          throw thrown;
        });
    scene.serialized.onNext(0);
    assertEquals(thrown, assertThrows(IllegalStateException.class, () -> tasks.remove().run()));
    assertEquals(List.of(3), scene.discarded);
    assertEquals(List.of("cancel"), scene.upstream.calls());
  }

  @Test
  @SuppressWarnings("NullAway") // null on purpose
  void badSettingsAreRefused() {
    Serializer<Integer> settings = Serializer.withDefaults();
    List<String> messages = new ArrayList<>();
    for (int limit : new int[] {0, -1}) {
      messages.add(
          assertThrows(
                  IllegalArgumentException.class, () -> settings.drainLimit(limit, Runnable::run))
              .getMessage());
    }
    assertEquals(
        List.of("items must be positive, was 0", "items must be positive, was -1"), messages);
    assertThrows(NullPointerException.class, () -> settings.drainLimit(1, null));
    assertTrue(tasks.isEmpty());
  }

  private static void push(Scene<Integer> scene, int first, int last) {
    IntStream.rangeClosed(first, last).forEach(scene.serialized::onNext);
  }
}
