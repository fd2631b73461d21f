package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactiveserializer.support.MergeScene;
import org.reactiveserializer.testing.Elsewhere;

/** More than was requested (§1.1), while another item is delivered. */
class MergeOverflowTest {

  @ParameterizedTest
  @EnumSource
  void ofItems(ErrorMode mode) {
    MergeScene scene = MergeScene.merged(merge -> merge.prefetch(2).errors(mode)).request(9);
    scene.downstream.on(1, () -> Elsewhere.run(() -> scene.b.next(10, 11, 12)));
    scene.a.next(1);
    scene.b.next(13);
    assertTrue(scene.b.isCancelled());
    scene.a.complete();
    scene.outer.complete();
    boolean delayed = mode == ErrorMode.DELAYED;
    assertFailed(
        scene,
        delayed ? List.of(1, 10, 11, 12) : List.of(1),
        "§1.1: b signalled more items than the 2 requested of it");
    assertEquals(delayed ? List.of(13) : List.of(10, 11, 12, 13), scene.discarded);
    assertEquals(List.of(), scene.dropped);
  }

  @ParameterizedTest
  @EnumSource
  void ofSources(ErrorMode mode) {
    MergeScene scene = tooManySources(mode);
    assertTrue(scene.outer.isCancelled());
    if (mode == ErrorMode.DELAYED) {
      scene.b.next(2).complete();
    }
    scene.a.complete();
    Throwable error =
        assertFailed(
            scene,
            mode == ErrorMode.DELAYED ? List.of(1, 2) : List.of(1),
            "§1.1: the outer source signalled more than was requested: inner number 2, where"
                + " concurrency is 1");
    assertEquals(0, error.getSuppressed().length);
  }

  @ParameterizedTest
  @EnumSource
  void ofSourcesIsASingleError(ErrorMode mode) {
    assertEquals(List.of(), tooManySources(mode).dropped);
  }

  /**
   * Emits three sources where one was requested: two of them while an item of the first is
   * delivered.
   */
  private static MergeScene tooManySources(ErrorMode mode) {
    MergeScene scene = MergeScene.merging(1, mode).request(9);
    scene.outer.next(scene.a);
    scene.downstream.on(1, () -> scene.outer.next(scene.b, scene.c));
    scene.a.next(1);
    return scene;
  }

  private static Throwable assertFailed(MergeScene scene, List<Integer> items, String message) {
    List<Object> signals = scene.delivered();
    assertEquals(items, signals.subList(0, signals.size() - 1));
    Throwable last = assertInstanceOf(Throwable.class, signals.get(signals.size() - 1));
    assertEquals(message, last.getMessage());
    return last;
  }
}
