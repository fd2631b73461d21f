package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.SinkScene;
import org.reactiveserializer.testing.Effort;

/** The callbacks and the state by which a sink reports about its subscriber. */
class SinkCallbacksTest {
  private final SinkScene scene = SinkScene.bare();
  private final SerialSink<Integer> sink = scene.sink;
  private final List<Object> calls = new ArrayList<>();

  SinkCallbacksTest() {
    assertSame(sink, sink.onRequest(calls::add));
    assertSame(sink, sink.onCancel(() -> calls.add("cancelled")));
    assertSame(sink, sink.onTermination(() -> calls.add("terminated")));
  }

  @Test
  void requestsThenTheTerminal() {
    sink.tryEmit(1);
    scene.subscribe().request(2).request(3);
    sink.tryComplete();
    scene.downstream.subscription().request(4);
    assertEquals(List.of(2L, 3L, "terminated"), calls);
    assertEquals(List.of(1, "completed"), scene.delivered());
  }

  @Test
  void theRequestIsReportedAfterTheItemsThatItReleased() {
    scene.downstream.on(1, () -> calls.add("item"));
    sink.tryEmit(1);
    scene.subscribe().request(1);
    assertEquals(List.of("item", 1L), calls);
  }

  @Test
  void theTerminationIsReportedWhenTheTerminalIsDeliveredAndNotBefore() {
    sink.tryEmit(1);
    scene.subscribe();
    sink.tryFail(new Exception());
    assertEquals(List.of(), calls);
    scene.request(1);
    assertEquals(List.of("terminated"), calls.subList(0, 1));
  }

  /** As an operator does that subscribes again at once, from within the item that ended it. */
  @Test
  void aCancellationFromWithinASignalIsReportedBeforeTheSignalReturns() {
    List<Object> seen = new ArrayList<>();
    scene.downstream.on(
        1,
        () -> {
          scene.downstream.subscription().cancel();
          seen.addAll(calls);
        });
    scene.subscribe().request(9);
    calls.clear();
    sink.tryEmit(1);
    assertEquals(List.of("terminated", "cancelled"), seen);
    assertEquals(seen, calls, "once each");
  }

  @Test
  void aLateCallbackIsToldTheDemandThatIsLeft() {
    SinkScene other = SinkScene.bare().subscribe().request(5);
    other.sink.tryEmit(1);
    List<Long> told = new ArrayList<>();
    other.sink.onRequest(told::add);
    assertEquals(List.of(4L), told);
    other.request(3);
    other.request(Long.MAX_VALUE).request(1);
    assertEquals(List.of(4L, 3L, Long.MAX_VALUE), told);
  }

  @Test
  @Tag("effort")
  void eachPartOfTheDemandIsToldOnce() {
    for (int round = 0; round < Effort.rounds(1_000); round++) {
      SinkScene other = SinkScene.bare().subscribe().request(1);
      AtomicLong told = new AtomicLong();
      Race.run(
          round,
          () -> other.sink.onRequest(told::addAndGet),
          () -> {
            other.request(2);
            other.request(3);
          });
      assertEquals(6, told.get());
    }
  }

  @Test
  @Tag("effort")
  void aCallbackThatReplacesAnotherIsToldAllThatIsOwed() {
    for (int round = 0; round < Effort.rounds(2_000); round++) {
      SinkScene other = SinkScene.bare().subscribe().request(1);
      other.sink.onRequest(n -> {});
      AtomicLong told = new AtomicLong();
      Race.run(round, () -> other.sink.onRequest(told::addAndGet), () -> other.request(10));
      assertEquals(11, told.get());
    }
  }

  @Test
  void aCancellationIsReportedToBothCallbacks() {
    scene.subscribe();
    scene.downstream.subscription().cancel();
    scene.downstream.subscription().cancel();
    assertEquals(List.of("terminated", "cancelled"), calls);
    List<Object> late = new ArrayList<>();
    sink.onCancel(() -> late.add("cancelled")).onTermination(() -> late.add("terminated"));
    assertEquals(List.of("cancelled", "terminated"), late);
  }

  @Test
  void aSubscriberThatThrowsCountsAsCancelled() {
    scene.subscribe().request(1);
    scene.downstream.on(
        1,
        () -> {
          throw new IllegalStateException();
        });
    assertThrows(IllegalStateException.class, () -> sink.tryEmit(1));
    assertEquals(List.of(1L, "terminated", "cancelled"), calls);
  }

  @Test
  void anExceptionOfACallbackIsDropped() {
    RuntimeException boom = new IllegalArgumentException("boom");
    Runnable fails =
        () -> {
          throw boom;
        };
    sink.onRequest(n -> fails.run()).onCancel(fails).onTermination(fails);
    scene.subscribe().request(1);
    scene.downstream.subscription().cancel();
    assertEquals(List.of(boom, boom, boom), scene.dropped);
  }

  @Test
  void stateFollowsTheStream() {
    assertFalse(sink.hasSubscriber());
    assertFalse(sink.isTerminated());
    scene.subscribe();
    assertTrue(sink.hasSubscriber());
    sink.tryEmit(1);
    sink.tryComplete();
    assertTrue(sink.isTerminated());
    assertTrue(sink.hasSubscriber(), "an item waits");
    scene.request(1);
    assertFalse(sink.hasSubscriber());
    assertTrue(sink.isTerminated());
  }

  @Test
  void aPublisherIsNoSink() {
    assertFalse((Object) sink.asPublisher() instanceof SerialSink);
    sink.asPublisher().subscribe(scene.downstream);
    sink.tryEmit(1);
    scene.request(1);
    assertEquals(List.of(1), scene.delivered());
  }

  @Test
  @SuppressWarnings("NullAway") // on purpose
  void errorsNameTheArgument() {
    assertMessage("item is null", () -> sink.emit(null, null));
    assertMessage("timeout is null", () -> sink.emit(1, null));
    assertMessage("callback is null", () -> sink.onCancel(null));
    assertMessage("callback is null", () -> sink.onRequest(null));
    assertMessage("callback is null", () -> sink.onTermination(null));
  }

  private static void assertMessage(String message, Runnable call) {
    assertEquals(message, assertThrows(NullPointerException.class, call::run).getMessage());
  }
}
