package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.support.Scene;
import org.reactiveserializer.testing.Elsewhere;

/** One terminal signal and nothing after it, and the place of an error among the items. */
class TerminationTest {
  private final Throwable error = new Exception("the error");
  private final Throwable late = new Exception("the late error");

  @ParameterizedTest
  @EnumSource
  void immediateErrorOvertakesAndDelayedErrorWaits(ErrorMode mode) {
    Scene<Integer> scene = Scene.subscribed(mode);
    scene.downstream.on(
        1,
        () ->
            Elsewhere.run(
                () -> {
                  scene.serialized.onNext(2);
                  scene.serialized.onNext(3);
                  scene.serialized.onError(error);
                }));
    scene.serialized.onNext(1);
    boolean immediate = mode == ErrorMode.IMMEDIATE;
    assertEquals(immediate ? List.of(1, error) : List.of(1, 2, 3, error), scene.delivered());
    assertEquals(immediate ? List.of(2, 3) : List.of(), scene.discarded);
    assertEquals(List.of(), scene.dropped);
  }

  @ParameterizedTest
  @EnumSource
  void immediateErrorStopsTheBatchBeingDelivered(ErrorMode mode) {
    Scene<Integer> scene = Scene.subscribed(mode);
    scene.downstream.on(
        1, () -> Elsewhere.run(() -> List.of(2, 3, 4).forEach(scene.serialized::onNext)));
    scene.downstream.on(2, () -> Elsewhere.run(() -> scene.serialized.onError(error)));
    scene.serialized.onNext(1);
    boolean immediate = mode == ErrorMode.IMMEDIATE;
    assertEquals(immediate ? List.of(1, 2, error) : List.of(1, 2, 3, 4, error), scene.delivered());
    assertEquals(immediate ? List.of(3, 4) : List.of(), scene.discarded);
  }

  static Stream<Consumer<Scene<Integer>>> ends() {
    return Stream.of(
        scene -> scene.serialized.onComplete(),
        scene -> scene.serialized.onError(new Exception("emitted")),
        scene -> scene.serialized.cancel(),
        scene -> scene.serialized.request(0),
        scene -> {
          scene.downstream.on(
              1,
              () -> {
                throw new IllegalStateException("thrown by the downstream");
              });
          assertThrows(IllegalStateException.class, () -> scene.serialized.onNext(1));
        });
  }

  @ParameterizedTest
  @MethodSource("ends")
  void theProducerSeesTheEnd(Consumer<Scene<Integer>> end) {
    Scene<Integer> scene = Scene.subscribed(ErrorMode.DELAYED);
    scene.serialized.onNext(0);
    assertFalse(scene.serialized.isTerminated());
    end.accept(scene);
    assertTrue(scene.serialized.isTerminated());
  }

  @Test
  void theProducerSeesTheEndBeforeItIsSignalled() {
    Scene<Integer> scene = Scene.subscribed(ErrorMode.DELAYED);
    scene.downstream.on(
        1,
        () ->
            Elsewhere.run(
                () -> {
                  scene.serialized.onComplete();
                  assertTrue(scene.serialized.isTerminated());
                }));
    scene.serialized.onNext(1);
    assertEquals(List.of(1, "completed"), scene.delivered());
  }

  @ParameterizedTest
  @EnumSource
  void nothingFollowsACompletion(ErrorMode mode) {
    Scene<Integer> scene = Scene.subscribed(mode);
    scene.serialized.onComplete();
    scene.serialized.onNext(1);
    scene.serialized.onComplete();
    scene.serialized.onError(late);
    assertEquals(List.of("completed"), scene.delivered());
    assertEquals(List.of(1), scene.discarded);
    assertEquals(List.of(late), scene.dropped);
    assertEquals(List.of(), scene.upstream.calls());
  }

  @ParameterizedTest
  @EnumSource
  void nothingFollowsAnError(ErrorMode mode) {
    Scene<Integer> scene = Scene.subscribed(mode);
    scene.serialized.onError(error);
    scene.serialized.onNext(1);
    scene.serialized.onError(late);
    scene.serialized.onComplete();
    assertEquals(List.of(error), scene.delivered());
    assertEquals(List.of(1), scene.discarded);
    assertEquals(List.of(late), scene.dropped);
  }

  @ParameterizedTest
  @EnumSource
  void signalsAfterATerminalThatStillWaitsAreLate(ErrorMode mode) {
    Scene<Integer> scene = Scene.subscribed(mode);
    scene.downstream.on(
        1,
        () ->
            Elsewhere.run(
                () -> {
                  scene.serialized.onNext(2);
                  scene.serialized.onComplete();
                  scene.serialized.onNext(3);
                  scene.serialized.onError(late);
                }));
    scene.serialized.onNext(1);
    assertEquals(List.of(1, 2, "completed"), scene.delivered());
    assertEquals(List.of(3), scene.discarded);
    assertEquals(List.of(late), scene.dropped);
  }

  @ParameterizedTest
  @EnumSource
  void signalsFromWithinTheTerminalAreLate(ErrorMode mode) {
    Scene<Integer> scene = Scene.subscribed(mode);
    scene.downstream.onComplete(
        () -> {
          scene.serialized.onNext(1);
          scene.serialized.onError(late);
          scene.serialized.onComplete();
          scene.serialized.cancel();
          scene.serialized.request(1);
          Elsewhere.run(() -> scene.serialized.onNext(2));
        });
    scene.serialized.onComplete();
    assertEquals(List.of("completed"), scene.delivered());
    assertEquals(List.of(1, 2), scene.discarded);
    assertEquals(List.of(late), scene.dropped);
    assertEquals(List.of(), scene.upstream.calls(), "the upstream had ended by itself");
  }

  @Test
  void itemsEmittedByTheDownstreamWhileACompletionWaitsAreLate() {
    Scene<Integer> scene = Scene.subscribed();
    scene.downstream.on(
        1,
        () -> {
          scene.serialized.onNext(2);
          scene.serialized.onComplete();
        });
    scene.downstream.on(2, () -> scene.serialized.onNext(3));
    scene.serialized.onNext(1);
    assertEquals(List.of(1, 2, "completed"), scene.delivered());
    assertEquals(List.of(3), scene.discarded);
  }

  @ParameterizedTest
  @EnumSource
  void terminalBeforeTheSubscriptionIsPassedOnAndTheSubscriptionCancelled(ErrorMode mode) {
    Scene<Integer> scene = Scene.bare(mode);
    scene.serialized.onError(error);
    scene.serialized.onSubscribe(scene.upstream);
    assertEquals(List.of(error), scene.delivered());
    assertEquals(List.of("cancel"), scene.upstream.calls());
  }
}
