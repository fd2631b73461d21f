package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.SinkScene;
import org.reactiveserializer.testing.Elsewhere;

/** The results of a sink are true: with and without a bound, which none of these tests reaches. */
class SinkTest {
  private final List<EmitOutcome> results = new ArrayList<>();
  private final Throwable error = new Exception("the error");

  static List<Serializer<Integer>> settings() {
    return List.of(
        Serializer.withDefaults(), Serializer.withDefaults().bounded(10, Overflow.ERROR));
  }

  @ParameterizedTest
  @MethodSource("settings")
  void deliversAsFarAsRequestedAndQueuesTheRest(Serializer<Integer> settings) {
    SinkScene scene = SinkScene.subscribed(settings).request(2);
    emit(scene, 1, 2, 3, 4);
    assertEquals(List.of(1, 2), scene.delivered());
    assertEquals(
        List.of(
            EmitOutcome.DELIVERED, EmitOutcome.DELIVERED, EmitOutcome.QUEUED, EmitOutcome.QUEUED),
        results);
    assertEquals(2, scene.sink.backlog());
    scene.request(1);
    assertEquals(List.of(1, 2, 3), scene.delivered());
    scene.request(5);
    assertEquals(4, scene.sink.requested());
    emit(scene, 5);
    assertEquals(List.of(1, 2, 3, 4, 5), scene.delivered());
    assertEquals(3, scene.sink.requested());
  }

  @ParameterizedTest
  @MethodSource("settings")
  void itemsFromBeforeTheSubscriberWait(Serializer<Integer> settings) {
    SinkScene scene = SinkScene.bare(settings);
    emit(scene, 1, 2);
    assertEquals(EmitOutcome.QUEUED, scene.sink.tryComplete());
    assertEquals(0, scene.sink.requested());
    scene.subscribe();
    assertEquals(List.of("subscribed"), scene.downstream.signals());
    scene.request(1);
    assertEquals(List.of(1), scene.delivered());
    scene.request(1);
    assertEquals(List.of(1, 2, "completed"), scene.delivered());
    assertEquals(List.of(EmitOutcome.QUEUED, EmitOutcome.QUEUED), results);
  }

  @ParameterizedTest
  @EnumSource
  void anErrorFromBeforeTheSubscriber(ErrorMode mode) {
    SinkScene scene = SinkScene.bare(Serializer.<Integer>withDefaults().errors(mode));
    emit(scene, 1, 2);
    assertEquals(EmitOutcome.QUEUED, scene.sink.tryFail(error));
    boolean immediate = mode == ErrorMode.IMMEDIATE;
    assertEquals(
        immediate ? List.of(1, 2) : List.of(), scene.discarded, "they can no longer be delivered");
    scene.subscribe();
    assertEquals(immediate ? List.of(error) : List.of(), scene.delivered());
    scene.request(2);
    assertEquals(immediate ? List.of(error) : List.of(1, 2, error), scene.delivered());
  }

  @ParameterizedTest
  @MethodSource("settings")
  void anEmptyStream(Serializer<Integer> settings) {
    SinkScene scene = SinkScene.bare(settings);
    scene.sink.tryComplete();
    scene.subscribe();
    assertEquals(List.of("subscribed", "completed"), scene.downstream.signals());
  }

  @ParameterizedTest
  @MethodSource("settings")
  void itemsEmittedWhileAnotherThreadDeliversAreQueued(Serializer<Integer> settings) {
    SinkScene scene = SinkScene.flowing(settings);
    scene.downstream.on(1, () -> Elsewhere.run(() -> emit(scene, 2, 3)));
    emit(scene, 1);
    assertEquals(List.of(EmitOutcome.QUEUED, EmitOutcome.QUEUED, EmitOutcome.DELIVERED), results);
    assertEquals(List.of(1, 2, 3), scene.delivered());
  }

  @ParameterizedTest
  @MethodSource("settings")
  void completionWaitsForAcceptedItemsThatWaitForDemand(Serializer<Integer> settings) {
    SinkScene scene = SinkScene.subscribed(settings);
    emit(scene, 1);
    assertEquals(EmitOutcome.QUEUED, scene.sink.tryComplete());
    emit(scene, 2);
    assertEquals(EmitOutcome.TERMINATED, scene.sink.tryComplete());
    assertEquals(EmitOutcome.TERMINATED, scene.sink.tryFail(error));
    scene.request(5);
    assertEquals(List.of(1, "completed"), scene.delivered());
    assertEquals(List.of(EmitOutcome.QUEUED, EmitOutcome.TERMINATED), results);
    assertEquals(List.of(), scene.discarded, "refused: the caller keeps it");
    assertEquals(List.of(), scene.dropped, "refused: the caller keeps it");
  }

  /** The item and then the completion are handed over while another item is delivered. */
  @ParameterizedTest
  @MethodSource("settings")
  void theCompletionWaitsForAnItemThatWasHandedOverBefore(Serializer<Integer> settings) {
    SinkScene scene = SinkScene.subscribed(settings).request(1);
    scene.downstream.on(
        1,
        () ->
            Elsewhere.run(
                () -> {
                  emit(scene, 2);
                  scene.sink.tryComplete();
                }));
    emit(scene, 1);
    assertEquals(List.of(1), scene.delivered());
    assertEquals(List.of(), scene.discarded);
    scene.request(1);
    assertEquals(List.of(1, 2, "completed"), scene.delivered());
  }

  @ParameterizedTest
  @MethodSource("settings")
  void terminalsAreDeliveredWhenNothingWaits(Serializer<Integer> settings) {
    SinkScene completed = SinkScene.flowing(settings);
    assertEquals(EmitOutcome.DELIVERED, completed.sink.tryComplete());
    assertEquals(List.of("completed"), completed.delivered());
    SinkScene failed = SinkScene.flowing(settings);
    assertEquals(EmitOutcome.DELIVERED, failed.sink.tryFail(error));
    assertEquals(List.of(error), failed.delivered());
  }

  @ParameterizedTest
  @MethodSource("settings")
  void cancellationDiscardsItemsThatWaitAndRefusesLaterOnes(Serializer<Integer> settings) {
    SinkScene scene = SinkScene.subscribed(settings);
    emit(scene, 1, 2);
    scene.downstream.subscription().cancel();
    assertEquals(List.of(1, 2), scene.discarded);
    emit(scene, 3);
    assertEquals(List.of(EmitOutcome.QUEUED, EmitOutcome.QUEUED, EmitOutcome.CANCELLED), results);
    assertEquals(EmitOutcome.CANCELLED, scene.sink.tryComplete());
    assertEquals(EmitOutcome.CANCELLED, scene.sink.tryFail(error));
    assertEquals(List.of(1, 2), scene.discarded);
    assertEquals(List.of(), scene.dropped);
    assertEquals(List.of(), scene.delivered());
  }

  @ParameterizedTest
  @MethodSource("settings")
  void aSecondSubscriberIsRefused(Serializer<Integer> settings) {
    SinkScene scene = SinkScene.flowing(settings);
    RecordingSubscriber<Integer> second = new RecordingSubscriber<>();
    second.onSubscribe(
        subscription -> {
          subscription.request(1);
          subscription.cancel();
        });
    scene.sink.subscribe(second);
    emit(scene, 1);
    assertEquals(2, second.signals().size());
    assertInstanceOf(IllegalStateException.class, second.signals().get(1));
    assertEquals(List.of(1), scene.delivered());
  }

  @ParameterizedTest
  @MethodSource("settings")
  void aThrowingSubscriberEndsTheStream(Serializer<Integer> settings) {
    SinkScene scene = SinkScene.flowing(settings);
    RuntimeException thrown = new RuntimeException("thrown by the subscriber");
    scene.downstream.on(
        1,
        () -> {
          Elsewhere.run(() -> emit(scene, 2));
          throw thrown;
        });
    assertEquals(thrown, assertThrows(RuntimeException.class, () -> scene.sink.tryEmit(1)));
    emit(scene, 3);
    assertEquals(List.of(EmitOutcome.QUEUED, EmitOutcome.CANCELLED), results);
    assertEquals(List.of(2), scene.discarded);
  }

  @ParameterizedTest
  @MethodSource("settings")
  void aSubscriberThatEmitsIsServedInOrder(Serializer<Integer> settings) {
    SinkScene scene = SinkScene.flowing(settings);
    scene.downstream.onNext(
        item -> {
          if (item < 5) {
            emit(scene, item + 1);
          }
        });
    emit(scene, 1);
    assertEquals(List.of(1, 2, 3, 4, 5), scene.delivered());
    assertEquals(1, scene.downstream.deepest());
  }

  @ParameterizedTest
  @MethodSource("settings")
  void aBadRequestEndsTheStream(Serializer<Integer> settings) {
    SinkScene scene = SinkScene.subscribed(settings);
    emit(scene, 1);
    scene.request(-3);
    Throwable thrown = (Throwable) scene.delivered().get(0);
    assertInstanceOf(IllegalArgumentException.class, thrown);
    assertTrue(thrown.toString().contains("§3.9: request(-3)"), thrown::toString);
    assertEquals(List.of(1), scene.discarded);
    emit(scene, 2);
    assertEquals(List.of(EmitOutcome.QUEUED, EmitOutcome.TERMINATED), results);
  }

  /** Also a completion, or an error that waits. */
  @ParameterizedTest
  @EnumSource
  void aBadRequestOvertakesItemsThatWaitForDemand(ErrorMode mode) {
    SinkScene completed = SinkScene.subscribed(Serializer.<Integer>withDefaults().errors(mode));
    emit(completed, 1);
    completed.sink.tryComplete();
    completed.request(0);
    assertInstanceOf(IllegalArgumentException.class, completed.delivered().get(0));
    assertEquals(List.of(1), completed.discarded);
    assertEquals(List.of(), completed.dropped);

    SinkScene failed =
        SinkScene.subscribed(Serializer.<Integer>withDefaults().errors(ErrorMode.DELAYED));
    emit(failed, 1);
    failed.sink.tryFail(error);
    failed.request(0);
    assertInstanceOf(IllegalArgumentException.class, failed.delivered().get(0));
    assertEquals(List.of(error), failed.dropped);
  }

  @ParameterizedTest
  @MethodSource("settings")
  void demandWithoutBound(Serializer<Integer> settings) {
    SinkScene scene = SinkScene.subscribed(settings).request(3).request(Long.MAX_VALUE);
    emit(scene, 1, 2, 3, 4, 5);
    assertEquals(List.of(1, 2, 3, 4, 5), scene.delivered());
    assertEquals(Long.MAX_VALUE, scene.sink.requested());
  }

  @Test
  @SuppressWarnings("NullAway") // null on purpose
  void nullIsRefusedAndChangesNothing() {
    SinkScene scene = SinkScene.flowing(Serializer.withDefaults());
    assertThrows(NullPointerException.class, () -> scene.sink.tryEmit(null));
    assertThrows(NullPointerException.class, () -> scene.sink.tryFail(null));
    assertThrows(NullPointerException.class, () -> scene.sink.subscribe(null));
    emit(scene, 1);
    assertEquals(List.of(1), scene.delivered());
  }

  private void emit(SinkScene scene, int... items) {
    for (int item : items) {
      results.add(scene.sink.tryEmit(item));
    }
  }
}
