package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactiveserializer.support.MergeScene;

/**
 * An outer source whose {@code cancel} throws (§3.15): the exception is reported, and changes
 * nothing else.
 */
class MergeOuterCancelTest {
  private final RuntimeException error = new RuntimeException("first");
  private final RuntimeException fromCancel = new RuntimeException("from cancel");

  @ParameterizedTest
  @EnumSource
  void whenTheMapperThrew(ErrorMode mode) {
    MergeScene scene = scene(mode);
    scene.mapping(
        source -> {
          throw error;
        });
    scene.outer.next(scene.b);
    assertEnds(scene, mode, "first");
  }

  @ParameterizedTest
  @EnumSource
  @SuppressWarnings({"NullAway", "DataFlowIssue"}) // on purpose
  void whenItSignalledANullItem(ErrorMode mode) {
    MergeScene scene = scene(mode);
    assertThrows(NullPointerException.class, () -> scene.outer.subscriber().onNext(null));
    assertEnds(scene, mode, "§2.13: the outer source signalled a null item");
  }

  @ParameterizedTest
  @EnumSource
  void whenItsRequestThrewInAPass(ErrorMode mode) {
    MergeScene scene = scene(mode);
    scene
        .outer
        .subscription()
        .onRequest(
            n -> {
              throw error;
            });
    scene.outer.next(scene.b);
    scene.b.next(10).complete();
    scene.request(1);
    assertEnds(scene, mode, "first", 10);
  }

  @ParameterizedTest
  @EnumSource
  void whenItSignalledMoreThanWasRequested(ErrorMode mode) {
    MergeScene scene = scene(mode);
    scene.outer.next(scene.b, scene.c);
    scene.b.complete();
    if (mode == ErrorMode.DELAYED) {
      scene.c.complete();
    }
    assertEnds(
        scene,
        mode,
        "§1.1: the outer source signalled more than was requested: inner number 3, where"
            + " concurrency is 2");
  }

  @Test
  void whenTheDownstreamCancels() {
    MergeScene scene = scene(ErrorMode.IMMEDIATE);
    scene.outer.next(scene.b);
    scene.subscription().cancel();
    assertEquals(List.of(fromCancel), scene.dropped);
    assertTrue(scene.a.isCancelled() && scene.b.isCancelled());
    assertEquals(List.of(), scene.delivered());
  }

  /**
   * Creates a merge in which a is subscribed to, one more source is expected, and nothing is
   * requested.
   */
  private MergeScene scene(ErrorMode mode) {
    MergeScene scene = MergeScene.merging(2, mode);
    scene.outer.next(scene.a);
    scene
        .outer
        .subscription()
        .onCancel(
            () -> {
              throw fromCancel;
            });
    return scene;
  }

  /**
   * The other sources have ended. Checks that a goes on or is cancelled, and the error is
   * signalled.
   */
  private void assertEnds(MergeScene scene, ErrorMode mode, String message, Integer... before) {
    List<Object> expected = new ArrayList<>(Arrays.asList(before));
    scene.request(9);
    if (mode == ErrorMode.DELAYED) {
      scene.a.next(1).complete();
      expected.add(1);
      assertFalse(scene.a.isCancelled());
    } else {
      assertTrue(scene.a.isCancelled());
    }
    expected.add(message);
    assertEquals(expected, scene.delivered().stream().map(MergeOuterCancelTest::named).toList());
    assertEquals(List.of(fromCancel), scene.dropped);
    assertEquals(1, Collections.frequency(scene.outer.calls(), "cancel"));
  }

  private static Object named(Object signal) {
    return signal instanceof Throwable thrown ? String.valueOf(thrown.getMessage()) : signal;
  }
}
