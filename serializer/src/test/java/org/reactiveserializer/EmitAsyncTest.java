package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.support.Emission;
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.SinkScene;
import org.reactiveserializer.testing.Effort;

/** {@code SerialSink.emitAsync} and {@code onRoom}, which wait for room without a thread. */
class EmitAsyncTest {
  private final Queue<Runnable> answers = new ConcurrentLinkedQueue<>();

  private SinkScene full(int capacity, Overflow overflow) {
    SinkScene scene =
        SinkScene.subscribed(
            Serializer.<Integer>withDefaults().bounded(capacity, overflow).answerOn(answers::add));
    IntStream.rangeClosed(1, capacity).forEach(scene.sink::tryEmit);
    return scene;
  }

  private void answer() {
    run(answers);
  }

  private static void run(Queue<Runnable> tasks) {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  private static CompletableFuture<EmitOutcome> emit(SinkScene scene, int item) {
    return scene.sink.emitAsync(item).toCompletableFuture();
  }

  @ParameterizedTest
  @EnumSource(names = "DROP_OLDEST", mode = EnumSource.Mode.EXCLUDE)
  void waitsUntilThereIsRoom(Overflow overflow) {
    SinkScene scene = full(1, overflow);
    CompletableFuture<EmitOutcome> stage = emit(scene, 2);
    assertFalse(stage.isDone());
    assertEquals(1, scene.sink.backlog(), "what waits for room does not wait in the sink");
    scene.request(1);
    assertEquals(List.of(1), scene.delivered());
    assertFalse(stage.isDone(), "the thread that delivers does not complete it");
    answer();
    assertEquals(EmitOutcome.QUEUED, stage.join());
    scene.request(1);
    assertEquals(List.of(1, 2), scene.delivered());
    assertEquals(0, scene.sink.stats().refused());
  }

  @Test
  void doesNotWaitWhereThereIsRoom() {
    SinkScene scene =
        SinkScene.subscribed(Serializer.withDefaults().bounded(1, Overflow.ERROR)).request(1);
    assertEquals(EmitOutcome.DELIVERED, emit(scene, 1).join());
    assertEquals(EmitOutcome.QUEUED, emit(scene, 2).join());
    assertEquals(
        EmitOutcome.DELIVERED, emit(SinkScene.flowing(Serializer.withDefaults()), 1).join());
    SinkScene evicting = full(1, Overflow.DROP_OLDEST);
    assertEquals(EmitOutcome.QUEUED, emit(evicting, 2).join());
    assertEquals(List.of(1), evicting.discarded);
    scene.downstream.subscription().cancel();
    assertEquals(EmitOutcome.CANCELLED, emit(scene, 3).join());
  }

  @Test
  void allThatWaitGetTheirPlacesInOrder() {
    SinkScene scene = full(2, Overflow.DROP_NEWEST);
    List<Integer> answered = new ArrayList<>();
    for (int item = 3; item <= 9; item++) {
      int now = item;
      emit(scene, item).thenAccept(outcome -> answered.add(now));
    }
    scene.request(3);
    answer();
    assertEquals(List.of(3, 4, 5), answered);
    assertEquals(2, scene.sink.backlog());
    assertEquals(2, scene.sink.stats().highWater());
    assertEquals(EmitOutcome.OVERFLOW, scene.sink.tryEmit(0), "the places are taken");
    scene.request(99);
    answer();
    assertEquals(List.of(3, 4, 5, 6, 7, 8, 9), answered);
    assertEquals(List.of(1, 2, 3, 4, 5, 6, 7, 8, 9), scene.delivered());
  }

  @Test
  void whoIsToldFindsItsItemCounted() {
    SerialSink<Integer> sink =
        Serializer.<Integer>withDefaults()
            .bounded(1, Overflow.DROP_NEWEST)
            .answerOn(Runnable::run)
            .sink();
    sink.tryEmit(1);
    List<Long> counted = new ArrayList<>();
    sink.emitAsync(2).thenAccept(outcome -> counted.add(sink.stats().refused(outcome)));
    sink.abandon();
    assertEquals(List.of(1L), counted);
  }

  @Test
  void threadsAndStagesStandInOneLine() {
    SinkScene scene = full(1, Overflow.ERROR);
    Emission first = Emission.waiting(scene, 2);
    CompletableFuture<EmitOutcome> second = emit(scene, 3);
    Emission third = Emission.waiting(scene, 4);
    scene.request(1);
    assertEquals(EmitOutcome.QUEUED, first.result());
    answer();
    assertFalse(second.isDone());
    scene.request(1);
    while (!second.isDone()) {
      answer(); // the thread that waits looks from time to time, and may be the one that delivers
    }
    assertEquals(EmitOutcome.QUEUED, second.join());
    scene.request(9);
    assertEquals(EmitOutcome.QUEUED, third.result());
    assertEquals(List.of(1, 2, 3, 4), scene.delivered());
  }

  /** A subscriber emits, and gets no room before it returns. */
  @Test
  void aSubscriberMayWait() {
    SinkScene scene = full(1, Overflow.ERROR);
    List<CompletableFuture<EmitOutcome>> stages = new ArrayList<>();
    scene.downstream.on(1, () -> IntStream.of(2, 3).forEach(i -> stages.add(emit(scene, i))));
    scene.request(1);
    assertTrue(stages.get(0).isDone());
    assertFalse(stages.get(1).isDone());
    scene.request(9);
    answer();
    assertEquals(EmitOutcome.QUEUED, stages.get(1).join());
    assertEquals(List.of(1, 2, 3), scene.delivered());
  }

  static List<Consumer<SinkScene>> ends() {
    return SinkRoomTest.ends();
  }

  @ParameterizedTest
  @MethodSource("ends")
  void anEndAnswersAllThatWait(Consumer<SinkScene> end) {
    SinkScene scene = full(1, Overflow.ERROR);
    List<CompletableFuture<EmitOutcome>> stages =
        IntStream.range(2, 5).mapToObj(item -> emit(scene, item)).toList();
    end.accept(scene);
    answer();
    EmitOutcome late = scene.sink.tryEmit(9);
    stages.forEach(stage -> assertEquals(late, stage.join()));
    assertEquals(4, scene.sink.stats().refused(late));
    assertFalse(scene.discarded.contains(2), "the caller keeps it");
  }

  @Test
  void aThrowingSubscriberIsAnEnd() {
    SinkScene scene = full(1, Overflow.ERROR);
    CompletableFuture<EmitOutcome> first = emit(scene, 2);
    CompletableFuture<EmitOutcome> second = emit(scene, 3);
    scene.downstream.onNext(
        item -> {
          throw new IllegalStateException("thrown by the subscriber");
        });
    assertThrows(IllegalStateException.class, () -> scene.request(1));
    answer();
    assertEquals(EmitOutcome.QUEUED, first.join());
    assertEquals(List.of(2), scene.discarded);
    assertEquals(EmitOutcome.CANCELLED, second.join());
  }

  @Test
  void aStageThatIsCancelledWithdrawsItsItem() {
    SinkScene scene = full(1, Overflow.ERROR);
    CompletableFuture<EmitOutcome> cancelled = emit(scene, 2);
    CompletableFuture<EmitOutcome> completed = emit(scene, 3);
    CompletableFuture<EmitOutcome> failed = emit(scene, 4);
    CompletableFuture<EmitOutcome> later = emit(scene, 5);
    CompletableFuture<EmitOutcome> patient = emit(scene, 6);
    assertTrue(cancelled.cancel(true));
    assertTrue(completed.complete(EmitOutcome.OVERFLOW));
    assertTrue(failed.completeExceptionally(new TimeoutException()));
    assertSame(EmitOutcome.OVERFLOW, later.completeAsync(() -> EmitOutcome.OVERFLOW).join());
    scene.request(2);
    answer();
    assertEquals(EmitOutcome.QUEUED, patient.join());
    assertEquals(List.of(1, 6), scene.delivered());
    assertEquals(List.of(), scene.discarded);
    assertTrue(cancelled.isCancelled() && failed.isCompletedExceptionally());
  }

  @Test
  void aTimeoutWithdrawsTheItem() {
    SinkScene scene = full(1, Overflow.ERROR);
    CompletableFuture<EmitOutcome> stage = emit(scene, 2).orTimeout(1, TimeUnit.MILLISECONDS);
    CompletionException thrown = assertThrows(CompletionException.class, stage::join);
    assertInstanceOf(TimeoutException.class, thrown.getCause());
    CompletableFuture<EmitOutcome> other = emit(scene, 3);
    assertEquals(
        EmitOutcome.OVERFLOW,
        other.completeOnTimeout(EmitOutcome.OVERFLOW, 1, TimeUnit.MILLISECONDS).join());
    scene.request(9);
    assertEquals(List.of(1), scene.delivered());
  }

  /** Its item has its place, though the stage is not told yet. */
  @Test
  void whatIsAcceptedCannotBeWithdrawn() {
    SinkScene scene = full(1, Overflow.ERROR);
    CompletableFuture<EmitOutcome> stage = emit(scene, 2);
    scene.request(1);
    assertFalse(stage.cancel(true));
    assertFalse(stage.complete(EmitOutcome.OVERFLOW));
    assertFalse(stage.completeExceptionally(new Exception()));
    assertThrows(
        UnsupportedOperationException.class, () -> stage.obtrudeValue(EmitOutcome.OVERFLOW));
    assertThrows(UnsupportedOperationException.class, () -> stage.obtrudeException(new Error()));
    answer();
    assertEquals(EmitOutcome.QUEUED, stage.join());
    CompletableFuture<EmitOutcome> atOnce = emit(SinkScene.bare(), 1);
    assertFalse(atOnce.complete(EmitOutcome.OVERFLOW), "all callers share it");
    assertThrows(
        UnsupportedOperationException.class, () -> atOnce.obtrudeValue(EmitOutcome.OVERFLOW));
  }

  @Test
  @Tag("effort")
  void roomIsNotLostToAStageThatIsCancelled() {
    for (int round = 0; round < Effort.rounds(2000); round++) {
      SinkScene scene = SinkScene.full(Overflow.ERROR);
      CompletableFuture<EmitOutcome> impatient = emit(scene, 2);
      CompletableFuture<EmitOutcome> patient = emit(scene, 3);
      Race.run(round, () -> scene.request(1), () -> impatient.cancel(false));
      boolean withdrawn = impatient.isCancelled();
      if (!withdrawn) {
        scene.request(1);
      }
      assertEquals(EmitOutcome.QUEUED, patient.join());
      scene.request(9);
      assertEquals(withdrawn ? List.of(1, 3) : List.of(1, 2, 3), scene.delivered());
      assertEquals(0, scene.sink.backlog());
      assertEquals(EmitOutcome.DELIVERED, scene.sink.tryEmit(4), "no place is left open");
    }
  }

  @Test
  void anExecutorThatRefusesIsReplacedByTheThreadThatMakesRoom() {
    SinkScene scene =
        SinkScene.subscribed(
            Serializer.<Integer>withDefaults()
                .bounded(1, Overflow.DROP_NEWEST)
                .answerOn(
                    task -> {
                      throw new RejectedExecutionException();
                    }));
    scene.sink.tryEmit(1);
    CompletableFuture<EmitOutcome> stage = emit(scene, 2);
    List<EmitOutcome> next = new ArrayList<>();
    stage.thenRun(() -> next.add(scene.sink.tryEmit(3)));
    scene.request(1);
    assertEquals(EmitOutcome.QUEUED, stage.join());
    assertEquals(List.of(EmitOutcome.OVERFLOW), next, "from within the thread that delivers");
    scene.request(9);
    assertEquals(List.of(1, 2), scene.delivered());
  }

  @Test
  void withATaskThatDeliversTheTaskMakesRoom() {
    Queue<Runnable> tasks = new ArrayDeque<>();
    SinkScene scene =
        SinkScene.subscribed(
            Serializer.<Integer>withDefaults()
                .bounded(1, Overflow.ERROR)
                .answerOn(answers::add)
                .deliverOn(tasks::add));
    run(tasks);
    scene.sink.tryEmit(1);
    CompletableFuture<EmitOutcome> stage = emit(scene, 2);
    scene.request(1);
    assertEquals(0, answers.size());
    run(tasks);
    answer();
    assertEquals(EmitOutcome.QUEUED, stage.join());
    assertEquals(List.of(1), scene.delivered());
  }

  /** As producers do that keep their items themselves. */
  @Test
  void aCallThatFindsNoRoomIsRepeated() {
    SinkScene scene = full(2, Overflow.DROP_NEWEST);
    List<EmitOutcome> outcomes = new ArrayList<>();
    for (int item = 3; item <= 5; item++) {
      flush(scene, item, outcomes);
    }
    assertEquals(0, answers.size());
    for (int accepted = 1; accepted <= 3; accepted++) {
      scene.request(1);
      answer();
      assertEquals(accepted, outcomes.stream().filter(EmitOutcome::isAccepted).count());
    }
    scene.request(9);
    assertEquals(List.of(1, 2, 3, 4, 5), scene.delivered());
  }

  /** The executor may take as long as it likes: the room is not kept for a call. */
  @Test
  void anItemBehindACallDoesNotWaitForIt() {
    SinkScene scene = full(1, Overflow.DROP_NEWEST);
    scene.sink.onRoom(() -> scene.sink.tryEmit(9));
    emit(scene, 2);
    scene.request(9);
    assertEquals(List.of(1, 2), scene.delivered());
    assertEquals(2, answers.size());
  }

  private static void flush(SinkScene scene, int item, List<EmitOutcome> outcomes) {
    scene.sink.onRoom(
        () -> {
          EmitOutcome outcome = scene.sink.tryEmit(item);
          outcomes.add(outcome);
          if (outcome == EmitOutcome.OVERFLOW) {
            flush(scene, item, outcomes);
          }
        });
  }

  @Test
  void whatACallThrowsIsDropped() {
    SinkScene scene = full(1, Overflow.DROP_NEWEST);
    scene.sink.onRoom(
        () -> {
          throw new IllegalStateException("thrown by the callback");
        });
    scene.request(1);
    answer();
    assertEquals(1, scene.dropped.size());
  }

  /** As a pool does that cannot start a thread for a task that it has queued. */
  @Test
  void aCallIsMadeOnceThoughItsExecutorThrows() {
    SinkScene scene =
        SinkScene.subscribed(
            Serializer.<Integer>withDefaults()
                .bounded(1, Overflow.DROP_NEWEST)
                .answerOn(
                    task -> {
                      answers.add(task);
                      throw new RejectedExecutionException();
                    }));
    scene.sink.tryEmit(1);
    List<Integer> calls = new ArrayList<>();
    scene.sink.onRoom(() -> calls.add(1));
    scene.request(1);
    answer();
    assertEquals(List.of(1), calls);
    SinkScene unbounded =
        SinkScene.bare(
            Serializer.<Integer>withDefaults()
                .answerOn(
                    task -> {
                      answers.add(task);
                      throw new RejectedExecutionException();
                    }));
    unbounded.sink.onRoom(() -> calls.add(2));
    answer();
    assertEquals(List.of(1, 2), calls);
  }

  @Test
  void callsAreMadeWhenHalfOfTheBoundIsFree() {
    SinkScene scene = full(5, Overflow.DROP_NEWEST);
    List<Integer> calls = new ArrayList<>();
    scene.sink.onRoom(() -> calls.add(1)).onRoom(() -> calls.add(2));
    scene.request(2);
    answer();
    assertEquals(List.of(), calls);
    scene.request(1);
    answer();
    assertEquals(List.of(1, 2), calls);
  }

  /** All are decided before one is told, so the stack does not grow. */
  @Test
  void whoIsToldOfTheEndMayEndTheStreamAgain() {
    SinkScene scene =
        SinkScene.subscribed(
            Serializer.<Integer>withDefaults()
                .bounded(1, Overflow.DROP_NEWEST)
                .answerOn(Runnable::run));
    scene.sink.tryEmit(1);
    int many = 10_000;
    List<EmitOutcome> outcomes = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      scene
          .sink
          .emitAsync(2)
          .thenAccept(
              outcome -> {
                scene.downstream.subscription().cancel();
                outcomes.add(outcome);
              });
    }
    scene.downstream.subscription().cancel();
    assertEquals(many, outcomes.size());
  }

  /** Its executor has forgotten it. */
  @Test
  void aStageThatNobodyCompletesCanBeCompletedByItsCaller() {
    SinkScene scene = full(1, Overflow.DROP_NEWEST);
    CompletableFuture<EmitOutcome> stage = emit(scene, 2);
    scene.request(1);
    answers.clear();
    assertFalse(stage.cancel(false));
    assertEquals(EmitOutcome.QUEUED, stage.join());
  }

  @Test
  void badArgumentsWithdrawNothing() {
    SinkScene scene = full(1, Overflow.DROP_NEWEST);
    CompletableFuture<EmitOutcome> stage = emit(scene, 2);
    assertThrows(NullPointerException.class, () -> stage.completeExceptionally(null));
    assertThrows(NullPointerException.class, () -> stage.completeAsync(null));
    assertFalse(stage.isDone());
    IllegalStateException thrown = new IllegalStateException("thrown by the supplier");
    CompletableFuture<EmitOutcome> failed =
        stage.completeAsync(
            () -> {
              throw thrown;
            },
            Runnable::run);
    assertSame(thrown, assertThrows(CompletionException.class, failed::join).getCause());
    scene.request(9);
    assertEquals(List.of(1), scene.delivered());
  }

  @Test
  void aCallIsMadeAtAnEndAndWhereThereIsRoom() {
    SinkScene scene = full(1, Overflow.ERROR);
    List<EmitOutcome> outcomes = new ArrayList<>();
    scene.sink.onRoom(() -> outcomes.add(scene.sink.tryEmit(2)));
    scene.sink.tryComplete();
    answer();
    assertEquals(List.of(EmitOutcome.TERMINATED), outcomes);
    scene.sink.onRoom(() -> outcomes.add(scene.sink.tryEmit(3)));
    answer();
    assertEquals(2, outcomes.size());
    SinkScene empty =
        SinkScene.subscribed(
            Serializer.<Integer>withDefaults().bounded(1, Overflow.ERROR).answerOn(answers::add));
    empty.sink.onRoom(() -> outcomes.add(empty.sink.tryEmit(1)));
    answer();
    assertEquals(EmitOutcome.QUEUED, outcomes.get(2));
    SinkScene unbounded = SinkScene.bare(Serializer.<Integer>withDefaults().answerOn(answers::add));
    unbounded.sink.onRoom(() -> outcomes.add(unbounded.sink.tryEmit(1)));
    answer();
    assertEquals(EmitOutcome.QUEUED, outcomes.get(3));
  }

  @Test
  void byDefaultTheCommonPoolAnswers() {
    SinkScene scene = SinkScene.full(Overflow.ERROR);
    CompletionStage<Thread> thread =
        scene.sink.emitAsync(2).thenApply(outcome -> Thread.currentThread());
    scene.request(1);
    assertFalse(thread.toCompletableFuture().join().equals(Thread.currentThread()));
  }
}
