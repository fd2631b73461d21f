package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.support.SinkScene;

/** Items that a sink refuses are counted by their result, or reach the hook: none is lost unseen. */
class RefusedItemsTest {
  @Test
  void countsRefusalsByTheirResult() {
    SinkScene scene = SinkScene.full(Overflow.DROP_NEWEST);
    assertEquals(EmitOutcome.OVERFLOW, scene.sink.tryEmit(2));
    assertEquals(EmitOutcome.OVERFLOW, scene.sink.emit(3, Duration.ofNanos(1)));
    Thread.currentThread().interrupt();
    assertEquals(EmitOutcome.INTERRUPTED, scene.sink.emit(4, Duration.ofDays(1)));
    assertEquals(true, Thread.interrupted());
    scene.sink.tryComplete();
    for (int i = 0; i < 3; i++) {
      assertEquals(EmitOutcome.TERMINATED, scene.sink.tryEmit(5));
    }
    assertEquals(EmitOutcome.TERMINATED, scene.sink.tryComplete()); // no item
    scene.downstream.subscription().cancel();
    for (int i = 0; i < 4; i++) {
      assertEquals(EmitOutcome.CANCELLED, scene.sink.tryEmit(6));
    }

    Stats stats = scene.sink.stats();
    assertEquals(2, stats.refused(EmitOutcome.OVERFLOW));
    assertEquals(1, stats.refused(EmitOutcome.INTERRUPTED));
    assertEquals(3, stats.refused(EmitOutcome.TERMINATED));
    assertEquals(4, stats.refused(EmitOutcome.CANCELLED));
    assertEquals(0, stats.refused(EmitOutcome.DELIVERED));
    assertEquals(0, stats.refused(EmitOutcome.QUEUED));
    assertEquals(10, stats.refused());
    assertEquals(1, stats.discarded());
    assertEquals(
        "0 delivered, 0 queued, 1 discarded, 10 refused (2 overflow, 1 interrupted, 3 terminated,"
            + " 4 cancelled), at most 1 waited, n contended",
        stats.toString().replaceAll("\\d+ contended", "n contended"));
  }

  @Test
  void anItemThatWaitsAndFindsRoomIsNotRefused() {
    SinkScene scene = SinkScene.full(Overflow.DROP_NEWEST);
    scene.request(1);
    assertEquals(EmitOutcome.QUEUED, scene.sink.emit(2, Duration.ofDays(1)));
    assertEquals(0, scene.sink.stats().refused());
  }

  @Test
  void withoutAResultARefusedItemIsDiscarded() {
    SinkScene scene = SinkScene.full(Overflow.DROP_NEWEST);
    scene.sink.emitOrDiscard(2); // no room
    scene.request(2);
    scene.sink.emitOrDiscard(3);
    scene.downstream.subscription().cancel();
    scene.sink.emitOrDiscard(4); // nobody is there
    assertEquals(List.of(1, 3), scene.delivered());
    assertEquals(List.of(2, 4), scene.discarded);
    assertEquals(2, scene.sink.stats().discarded());
    assertEquals(0, scene.sink.stats().refused());
  }
}
