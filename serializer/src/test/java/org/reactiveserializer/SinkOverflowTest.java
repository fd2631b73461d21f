package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.support.SinkScene;
import org.reactiveserializer.testing.Elsewhere;

/** A sink that is full. */
class SinkOverflowTest {
  private final List<EmitOutcome> results = new ArrayList<>();

  @Test
  void dropNewestLeavesTheItemWithTheCaller() {
    SinkScene scene =
        SinkScene.subscribed(Serializer.withDefaults().bounded(2, Overflow.DROP_NEWEST));
    emit(scene, 3);
    assertEquals(List.of(EmitOutcome.QUEUED, EmitOutcome.QUEUED, EmitOutcome.OVERFLOW), results);
    assertEquals(List.of(), scene.discarded);
    scene.request(9);
    assertEquals(List.of(1, 2), scene.delivered());
    assertEquals(EmitOutcome.DELIVERED, scene.sink.tryEmit(4));
  }

  @Test
  void dropOldestAcceptsTheItemAndDiscardsAnother() {
    SinkScene scene =
        SinkScene.subscribed(Serializer.withDefaults().bounded(2, Overflow.DROP_OLDEST));
    emit(scene, 5);
    assertEquals(List.of(EmitOutcome.QUEUED), results.stream().distinct().toList());
    assertEquals(List.of(1, 2, 3), scene.discarded);
    scene.request(9);
    assertEquals(List.of(4, 5), scene.delivered());
  }

  @Test
  void anImmediateErrorEndsTheStream() {
    SinkScene scene =
        SinkScene.subscribed(
            Serializer.<Integer>withDefaults()
                .bounded(2, Overflow.ERROR)
                .errors(ErrorMode.IMMEDIATE));
    emit(scene, 4);
    assertEquals(
        List.of(
            EmitOutcome.QUEUED, EmitOutcome.QUEUED, EmitOutcome.OVERFLOW, EmitOutcome.TERMINATED),
        results);
    assertEquals(List.of(1, 2), scene.discarded);
    assertInstanceOf(IllegalStateException.class, scene.delivered().get(0));
    assertEquals(1, scene.delivered().size());
  }

  @Test
  void aDelayedErrorFollowsTheItemsThatWait() {
    SinkScene scene = SinkScene.subscribed(Serializer.withDefaults().bounded(2, Overflow.ERROR));
    emit(scene, 3);
    scene.request(1);
    assertEquals(List.of(1), scene.delivered());
    scene.request(1);
    assertEquals(3, scene.delivered().size());
    assertInstanceOf(IllegalStateException.class, scene.delivered().get(2));
    assertEquals(List.of(), scene.discarded);
  }

  @Test
  void statsCountTheFatesOfTheItems() {
    SinkScene scene =
        SinkScene.subscribed(Serializer.withDefaults().bounded(3, Overflow.DROP_OLDEST)).request(1);
    emit(scene, 6);
    assertFigures(scene, 1, 3, 2, 3, 0);
    scene.request(2);
    assertFigures(scene, 3, 1, 2, 3, 0);
    scene.downstream.on(7, () -> scene.sink.tryEmit(8));
    scene.request(9);
    scene.sink.tryEmit(7);
    assertFigures(scene, 6, 0, 2, 3, 1);
  }

  @Test
  void statsAreExactDuringABatch() {
    SinkScene scene = SinkScene.subscribed(Serializer.withDefaults().bounded(10, Overflow.ERROR));
    emit(scene, 10);
    scene.downstream.onNext(
        item -> {
          assertEquals(item.longValue(), scene.sink.stats().delivered());
          assertEquals(10 - item, scene.sink.requested());
          assertEquals(10 - item, scene.sink.backlog());
        });
    scene.request(10);
    assertEquals(10, scene.delivered().size());
  }

  @Test
  void statsWithoutABound() {
    SinkScene scene = SinkScene.subscribed(Serializer.withDefaults());
    emit(scene, 6);
    assertFigures(scene, 0, 6, 0, 6, 0);
    scene.request(2);
    scene.downstream.subscription().cancel();
    assertFigures(scene, 2, 0, 4, 6, 0);
  }

  @Test
  void statsWithoutABoundCountContendedCalls() {
    SinkScene scene = SinkScene.flowing(Serializer.withDefaults());
    List<Long> contended = new ArrayList<>();
    scene.downstream.on(
        1,
        () -> {
          scene.sink.tryEmit(2);
          contended.add(scene.sink.stats().contended());
          Elsewhere.run(() -> scene.sink.tryEmit(3));
          contended.add(scene.sink.stats().contended());
        });
    emit(scene, 1);
    assertEquals(List.of(1L, 2L), contended, "at once");
    assertFigures(scene, 3, 0, 0, 2, 2);
  }

  private void emit(SinkScene scene, int n) {
    IntStream.rangeClosed(1, n).forEach(item -> results.add(scene.sink.tryEmit(item)));
  }

  private static void assertFigures(SinkScene scene, long... expected) {
    Stats stats = scene.sink.stats();
    long[] figures = {
      stats.delivered(), stats.queued(), stats.discarded(), stats.highWater(), stats.contended()
    };
    assertArrayEquals(expected, figures, stats::toString);
  }
}
