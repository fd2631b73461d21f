package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactiveserializer.support.MergeScene;
import org.reactivestreams.Publisher;

/** An outer source that breaks the rules, or whose subscription arrives at an unusual time. */
class MergeOuterRulesTest {
  private final RuntimeException error = new RuntimeException("first");
  private final Throwable another = new Exception("another");

  @ParameterizedTest
  @EnumSource
  void signalsAfterTheMapperThrewAreIgnoredAndAnErrorIsDropped(ErrorMode mode) {
    List<Publisher<Integer>> mapped = new ArrayList<>();
    MergeScene scene = MergeScene.merging(mode).request(9);
    scene.mapping(
        source -> {
          mapped.add(source);
          if (source == scene.b) {
            throw error;
          }
          return source;
        });
    scene.outer.next(scene.a, scene.b, scene.c).complete();
    scene.outer.fail(another);
    scene.a.next(1).complete();
    assertEquals(delayedOrNot(mode, 1), scene.delivered());
    assertEquals(List.of(scene.a, scene.b), mapped);
    assertEquals(List.of(another), scene.dropped);
  }

  @Test
  void itsSecondErrorIsDroppedAndNotSuppressed() {
    MergeScene scene = MergeScene.merged(ErrorMode.DELAYED).request(9);
    scene.outer.fail(error);
    scene.outer.fail(another);
    assertEquals(List.of(another), scene.dropped);
    scene.a.next(1).complete();
    scene.b.next(2).complete();
    assertEquals(List.of(1, 2, error), scene.delivered());
    assertEquals(0, error.getSuppressed().length);
  }

  @ParameterizedTest
  @EnumSource
  void signalsAfterItsCompletionAreReported(ErrorMode mode) {
    MergeScene scene = MergeScene.merged(mode).request(9);
    scene.outer.complete();
    scene.outer.next(scene.c).complete();
    assertFalse(scene.c.isSubscribed());
    assertEquals(
        List.of(
            "§1.7: the outer source signalled an item after its end",
            "§1.7: the outer source signalled a completion after its end"),
        scene.dropped.stream().map(Throwable::getMessage).toList());
    scene.a.next(1).complete();
    scene.b.next(2).complete();
    assertEquals(List.of(1, 2, "completed"), scene.delivered());
  }

  @ParameterizedTest
  @EnumSource
  void aSubscribeThatThrowsIsItsErrorAndASubscriptionAfterThatIsCancelled(ErrorMode mode) {
    MergeScene scene = MergeScene.bare();
    scene.outer.quiet().onSubscribe(this::fail);
    subscribe(scene, mode);
    assertEquals(List.of(error), scene.delivered());
    scene.outer.subscriber().onSubscribe(scene.outer.subscription());
    assertEquals(List.of("cancel"), scene.outer.calls());
    assertEquals(List.of(), scene.dropped);
  }

  @ParameterizedTest
  @EnumSource
  void aSubscribeThatThrowsAfterSomeSourcesCancelsAtOnce(ErrorMode mode) {
    MergeScene scene = MergeScene.bare();
    scene.outer.onSubscribe(
        () -> {
          scene.outer.next(scene.a, scene.b);
          fail();
        });
    subscribe(scene, mode).request(9);
    assertEquals(List.of(Long.MAX_VALUE, "cancel"), scene.outer.calls());
    scene.a.next(1).complete();
    scene.b.next(2).complete();
    assertEquals(delayedOrNot(mode, 1, 2), scene.delivered());
    assertEquals(List.of(), scene.dropped);
  }

  @ParameterizedTest
  @EnumSource
  void aFirstRequestThatThrowsIsItsError(ErrorMode mode) {
    MergeScene scene = MergeScene.bare();
    scene.outer.subscription().onRequest(n -> fail());
    subscribe(scene, mode);
    assertEquals(List.of(error), scene.delivered());
    assertEquals(List.of(Long.MAX_VALUE, "cancel"), scene.outer.calls());
    assertEquals(List.of(), scene.dropped);
  }

  @ParameterizedTest
  @EnumSource
  void aLaterRequestThatThrowsIsItsError(ErrorMode mode) {
    MergeScene scene = MergeScene.merging(2, mode).request(9);
    scene.outer.next(scene.a, scene.b);
    scene.outer.subscription().onRequest(n -> fail());
    scene.a.complete();
    assertEquals(List.of(2L, 1L, "cancel"), scene.outer.calls());
    scene.b.next(1).complete();
    assertEquals(delayedOrNot(mode, 1), scene.delivered());
    assertEquals(List.of(), scene.dropped);
  }

  @Test
  void sourcesAreRequestedOfALateSubscription() {
    MergeScene scene = MergeScene.bare();
    scene.outer.quiet();
    subscribe(scene, ErrorMode.IMMEDIATE).request(9);
    scene.outer.subscriber().onSubscribe(scene.outer.subscription());
    assertEquals(List.of(Long.MAX_VALUE), scene.outer.calls());
    scene.outer.next(scene.a).complete();
    scene.a.next(1).complete();
    assertEquals(List.of(1, "completed"), scene.delivered());
  }

  @Test
  void aSubscriptionAfterTheCancellationIsCancelled() {
    MergeScene scene = MergeScene.bare();
    scene.outer.quiet();
    subscribe(scene, ErrorMode.IMMEDIATE).subscription().cancel();
    scene.outer.subscriber().onSubscribe(scene.outer.subscription());
    assertEquals(List.of("cancel"), scene.outer.calls());
    assertEquals(List.of(), scene.dropped);
  }

  private static MergeScene subscribe(MergeScene scene, ErrorMode mode) {
    return scene.subscribe(Integer.MAX_VALUE, merge -> merge.errors(mode));
  }

  private void fail() {
    throw error;
  }

  /** Returns the items and then the error; only the error if it is immediate. */
  private List<Object> delayedOrNot(ErrorMode mode, Integer... items) {
    List<Object> signals = new ArrayList<>();
    if (mode == ErrorMode.DELAYED) {
      signals.addAll(List.of(items));
    }
    signals.add(error);
    return signals;
  }
}
