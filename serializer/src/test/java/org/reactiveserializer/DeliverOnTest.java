package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.Scene;
import org.reactiveserializer.support.SinkScene;
import org.reactiveserializer.testing.Elsewhere;

/**
 * Only tasks of the executor deliver, in order, with demand and bound, and only if there is
 * something.
 */
class DeliverOnTest {
  private final Deque<Runnable> tasks = new ArrayDeque<>();

  static List<Serializer<Integer>> settings() {
    return List.of(
        Serializer.withDefaults(), Serializer.withDefaults().bounded(1000, Overflow.ERROR));
  }

  private void runTasks() {
    while (!tasks.isEmpty()) {
      Elsewhere.run(tasks.remove());
    }
  }

  private SinkScene subscribed(Serializer<Integer> settings) {
    SinkScene scene = SinkScene.subscribed(settings.deliverOn(tasks::add));
    runTasks();
    return scene;
  }

  @ParameterizedTest
  @MethodSource("settings")
  void aProducerDoesNotDeliver(Serializer<Integer> settings) {
    Scene<Integer> scene = Scene.subscribed(settings.deliverOn(tasks::add));
    runTasks();
    scene.serialized.onNext(1);
    scene.serialized.onNext(2);
    Elsewhere.run(() -> scene.serialized.onNext(3));
    scene.serialized.onComplete();
    assertEquals(List.of(), scene.delivered());
    assertEquals(1, tasks.size(), "one task for all");
    runTasks();
    assertEquals(List.of(1, 2, 3, "completed"), scene.delivered());
  }

  @ParameterizedTest
  @MethodSource("settings")
  void neitherDoesAThreadThatRequests(Serializer<Integer> settings) {
    SinkScene scene = subscribed(settings);
    assertEquals(EmitOutcome.QUEUED, scene.sink.tryEmit(1));
    assertEquals(EmitOutcome.QUEUED, scene.sink.tryEmit(2));
    scene.request(1);
    assertEquals(List.of(), scene.delivered());
    runTasks();
    assertEquals(List.of(1), scene.delivered());
    assertEquals(EmitOutcome.QUEUED, scene.sink.tryComplete());
    runTasks();
    scene.request(1);
    runTasks();
    assertEquals(List.of(1, 2, "completed"), scene.delivered());
  }

  @ParameterizedTest
  @MethodSource("settings")
  void noTaskIfNothingCanBeDelivered(Serializer<Integer> settings) {
    SinkScene early = SinkScene.bare(settings.deliverOn(tasks::add));
    IntStream.range(0, 20).forEach(early.sink::tryEmit);
    assertEquals(0, tasks.size(), "there is no subscriber");
    SinkScene scene = subscribed(settings);
    IntStream.range(0, 20).forEach(scene.sink::tryEmit);
    assertEquals(0, tasks.size(), "there is no demand");
    scene.request(20);
    assertEquals(1, tasks.size());
    runTasks();
    assertEquals(20, scene.delivered().size());
  }

  @ParameterizedTest
  @MethodSource("settings")
  void noTaskForARequestThatMeetsNoItem(Serializer<Integer> settings) {
    Scene<Integer> scene = Scene.subscribed(settings.deliverOn(tasks::add));
    runTasks();
    scene.downstream.subscription().request(1);
    scene.downstream.subscription().request(2);
    assertEquals(0, tasks.size());
    assertEquals(List.of(1L, 2L), scene.upstream.calls());
    SinkScene sink = subscribed(settings);
    sink.request(1).request(2);
    assertEquals(0, tasks.size());
  }

  @ParameterizedTest
  @EnumSource
  void aFullQueueWithoutDemandIsNoEndlessLoop(Overflow overflow) {
    SinkScene scene = subscribed(Serializer.withDefaults().bounded(2, overflow));
    EmitOutcome last = EmitOutcome.QUEUED;
    for (int i = 0; i < 3; i++) {
      last = scene.sink.tryEmit(i);
    }
    assertEquals(
        overflow == Overflow.DROP_OLDEST ? EmitOutcome.QUEUED : EmitOutcome.OVERFLOW, last);
    scene.request(9);
    runTasks();
    assertEquals(
        overflow == Overflow.DROP_OLDEST ? List.of(1, 2) : List.of(0, 1),
        scene.delivered().subList(0, 2));
  }

  @Test
  void aQueueIsFullUntilTheTaskHasRun() {
    SinkScene scene = subscribed(Serializer.withDefaults().bounded(1, Overflow.DROP_NEWEST));
    scene.request(9);
    assertEquals(EmitOutcome.QUEUED, scene.sink.tryEmit(1));
    assertEquals(EmitOutcome.OVERFLOW, scene.sink.tryEmit(2));
    runTasks();
    assertEquals(EmitOutcome.QUEUED, scene.sink.tryEmit(3));
    runTasks();
    assertEquals(List.of(1, 3), scene.delivered());
  }

  @ParameterizedTest
  @MethodSource("settings")
  void aTaskMakesRoomForOtherTasks(Serializer<Integer> settings) {
    SinkScene scene = subscribed(settings);
    IntStream.range(0, 600).forEach(scene.sink::tryEmit);
    scene.request(600);
    for (int delivered : new int[] {256, 512, 600}) {
      Elsewhere.run(tasks.remove());
      assertEquals(delivered, scene.delivered().size());
    }
    assertEquals(0, tasks.size());
    assertEquals(IntStream.range(0, 600).boxed().toList(), scene.delivered());
  }

  @ParameterizedTest
  @MethodSource("settings")
  void aCancellationDiscardsInATask(Serializer<Integer> settings) {
    SinkScene scene = subscribed(settings);
    IntStream.range(0, 3).forEach(scene.sink::tryEmit);
    scene.downstream.subscription().cancel();
    assertEquals(EmitOutcome.CANCELLED, scene.sink.tryEmit(3));
    runTasks();
    assertEquals(List.of(0, 1, 2), scene.discarded);
    assertEquals(List.of(), scene.delivered());
  }

  @ParameterizedTest
  @MethodSource("settings")
  void anExecutorThatThrowsLosesNothing(Serializer<Integer> settings) {
    RejectedExecutionException rejected = new RejectedExecutionException("shut down");
    SinkScene scene =
        SinkScene.flowing(
            settings.deliverOn(
                task -> {
                  throw rejected;
                }));
    scene.sink.tryEmit(1);
    scene.sink.tryEmit(2);
    assertEquals(List.of(1, 2), scene.delivered());
    assertEquals(Collections.nCopies(scene.dropped.size(), rejected), scene.dropped);
    assertFalse(scene.dropped.isEmpty());
  }

  @ParameterizedTest
  @MethodSource("settings")
  void anExecutorThatRunsInItsCallerDoesNotDeepenTheStack(Serializer<Integer> settings) {
    SinkScene scene = SinkScene.flowing(settings.deliverOn(Runnable::run));
    scene.downstream.onNext(
        item -> {
          if (item < 999) {
            scene.sink.tryEmit(item + 1);
          }
        });
    scene.sink.tryEmit(0);
    assertEquals(1000, scene.delivered().size());
    assertEquals(1, scene.downstream.deepest());
  }

  @Test
  void aDownstreamThatThrowsThrowsInTheTask() {
    SinkScene scene = subscribed(Serializer.withDefaults());
    scene.request(9);
    IllegalStateException thrown = new IllegalStateException("thrown by the downstream");
    scene.downstream.onNext(
        item -> {
          throw thrown;
        });
    scene.sink.tryEmit(1);
    scene.sink.tryEmit(2);
    assertEquals(thrown, assertThrows(IllegalStateException.class, tasks.remove()::run));
    assertEquals(List.of(2), scene.discarded);
    assertEquals(EmitOutcome.CANCELLED, scene.sink.tryEmit(3));
  }

  /** An error that overtakes, before anything else: nothing is there but what a task must signal. */
  @ParameterizedTest
  @EnumSource
  void anErrorThatIsTheFirstSignalWaitsForATask(ErrorMode mode) {
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    SerialSubscriber<Integer> wrapped =
        Serializer.<Integer>withDefaults().errors(mode).deliverOn(tasks::add).wrap(downstream);
    wrapped.onError(new Exception("the error"));
    assertEquals(List.of(), downstream.signals());
    runTasks();
    assertEquals(2, downstream.signals().size());
  }

  @Test
  @SuppressWarnings("NullAway") // null on purpose
  void anExecutorIsRequired() {
    Serializer<Integer> settings = Serializer.withDefaults();
    assertThrows(NullPointerException.class, () -> settings.deliverOn(null));
  }

  /** It runs in the thread that would make the room, before that leaves to a task. */
  @Test
  void aCallbackDoesNotWaitForRoom() {
    SinkScene scene =
        subscribed(
            Serializer.<Integer>withDefaults()
                .bounded(1, Overflow.DROP_NEWEST)
                .answerOn(Runnable::run));
    List<EmitOutcome> outcomes = new ArrayList<>();
    assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () ->
            scene.sink.onRoom(
                () -> {
                  outcomes.add(scene.sink.tryEmit(1));
                  outcomes.add(scene.sink.emit(2, Duration.ofDays(1)));
                }));
    assertEquals(List.of(EmitOutcome.QUEUED, EmitOutcome.OVERFLOW), outcomes);
  }
}
