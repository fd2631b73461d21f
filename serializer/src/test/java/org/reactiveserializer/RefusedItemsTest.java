package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.support.RecordingSubscriber;
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
    scene.sink.emitAsync(5).toCompletableFuture().cancel(true);
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
    assertEquals(1, stats.refused(EmitOutcome.WITHDRAWN));
    assertEquals(3, stats.refused(EmitOutcome.TERMINATED));
    assertEquals(4, stats.refused(EmitOutcome.CANCELLED));
    assertEquals(0, stats.refused(EmitOutcome.DELIVERED));
    assertEquals(0, stats.refused(EmitOutcome.QUEUED));
    assertEquals(11, stats.refused());
    assertEquals(1, stats.discarded());
    assertEquals(
        "0 delivered, 0 queued, 1 discarded, 11 refused (2 overflow, 1 interrupted, 1 withdrawn,"
            + " 3 terminated, 4 cancelled), up to 1 seen waiting, n contended",
        stats.toString().replaceAll("\\d+ contended", "n contended"));
  }

  @Test
  void anItemThatWaitsAndFindsRoomIsNotRefused() {
    SinkScene scene = SinkScene.full(Overflow.DROP_NEWEST);
    scene.request(1);
    assertEquals(EmitOutcome.QUEUED, scene.sink.emit(2, Duration.ofDays(1)));
    assertEquals(0, scene.sink.stats().refused());
  }

  /** By each way without a result. */
  @Test
  void withoutAHookTheFirstLossIsReported() {
    List<Throwable> reported = new ArrayList<>();
    Serializer<Integer> settings =
        Serializer.<Integer>withDefaults().named("prices").onErrorDropped(reported::add);
    SerialSink<Integer> newest = settings.bounded(1, Overflow.DROP_NEWEST).sink();
    SerialSink<Integer> oldest = settings.bounded(1, Overflow.DROP_OLDEST).sink();
    for (int i = 0; i < 4; i++) {
      newest.emitOrDiscard(i);
      oldest.tryEmit(i);
    }
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    SerialSubscriber<Integer> wrapped =
        settings.bounded(1, Overflow.DROP_NEWEST).carryThreadLocals().wrap(downstream);
    downstream.on(1, () -> List.of(2, 3, 4).forEach(wrapped::onNext));
    wrapped.onNext(1);
    assertEquals(2, wrapped.stats().discarded());
    assertEquals(
        List.of("SerialSink[prices]", "SerialSink[prices]", "SerialSubscriber[prices]"),
        reported.stream().map(each -> String.valueOf(each.getMessage()).split(" ")[0]).toList());
    assertTrue(String.valueOf(reported.get(0).getMessage()).contains("1 items wait"));
    SerialSink<Integer> told =
        settings.bounded(1, Overflow.DROP_NEWEST).<Integer>onDiscard(item -> {}).sink();
    told.emitOrDiscard(1);
    told.emitOrDiscard(2);
    told.abandon();
    assertEquals(3, reported.size());
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
