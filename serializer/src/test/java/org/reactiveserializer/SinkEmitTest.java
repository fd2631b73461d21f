package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.support.Emission;
import org.reactiveserializer.support.SinkScene;

/** {@code SerialSink.emit}, which waits for room. */
class SinkEmitTest {
  private static final Duration LONG = Duration.ofDays(1);

  @ParameterizedTest
  @EnumSource(names = "DROP_OLDEST", mode = EnumSource.Mode.EXCLUDE)
  void parksUntilThereIsRoom(Overflow overflow) {
    SinkScene scene = SinkScene.full(overflow);
    Emission emission = Emission.waiting(scene, 2);
    assertEquals(List.of(), scene.discarded);
    scene.request(1);
    assertEquals(EmitOutcome.QUEUED, emission.result());
    assertEquals(List.of(1), scene.delivered());
    scene.request(1);
    assertEquals(List.of(1, 2), scene.delivered());
  }

  @Test
  void doesNotWaitWhileThereIsRoom() {
    SinkScene scene =
        SinkScene.subscribed(Serializer.withDefaults().bounded(1, Overflow.ERROR)).request(1);
    assertEquals(EmitOutcome.DELIVERED, scene.sink.emit(1, LONG));
    assertEquals(EmitOutcome.QUEUED, scene.sink.emit(2, LONG));
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 1})
  void whenTheTimeIsUpTheCallerKeepsTheItem(long nanos) {
    for (Overflow overflow : List.of(Overflow.ERROR, Overflow.DROP_NEWEST)) {
      SinkScene scene = SinkScene.full(overflow);
      assertEquals(EmitOutcome.OVERFLOW, scene.sink.emit(2, Duration.ofNanos(nanos)));
      assertEquals(List.of(), scene.discarded);
      scene.request(9);
      assertEquals(List.of(1), scene.delivered(), "the overflow did not happen");
    }
  }

  @Test
  void thereIsAlwaysRoomWhereTheOldestIsDropped() {
    SinkScene scene = SinkScene.full(Overflow.DROP_OLDEST);
    assertEquals(EmitOutcome.QUEUED, scene.sink.emit(2, LONG));
    assertEquals(List.of(1), scene.discarded);
    scene.request(9);
    assertEquals(List.of(2), scene.delivered());
  }

  static List<Duration> extremes() {
    return List.of(Duration.ofSeconds(Long.MIN_VALUE), Duration.ofSeconds(Long.MAX_VALUE));
  }

  @ParameterizedTest
  @MethodSource("extremes")
  void durationsThatDoNotFitIntoNanoseconds(Duration timeout) {
    SinkScene scene = SinkScene.subscribed(Serializer.withDefaults().bounded(1, Overflow.ERROR));
    assertEquals(EmitOutcome.QUEUED, scene.sink.emit(1, timeout));
    if (timeout.isNegative()) {
      assertEquals(EmitOutcome.OVERFLOW, scene.sink.emit(2, timeout));
    } else {
      Emission emission = Emission.waiting(scene, 2, timeout);
      scene.request(1);
      assertEquals(EmitOutcome.QUEUED, emission.result());
    }
  }

  @Test
  void anInterruptEndsTheWaitAndIsKept() {
    SinkScene scene = SinkScene.full(Overflow.ERROR);
    Emission emission = Emission.waiting(scene, 2);
    emission.thread.interrupt();
    assertEquals(EmitOutcome.INTERRUPTED, emission.result());
    assertTrue(emission.wasInterrupted());
    scene.request(9);
    assertEquals(List.of(1), scene.delivered());
  }

  @Test
  void aThreadThatIsInterruptedDoesNotWaitButMayEmit() {
    SinkScene scene = SinkScene.subscribed(Serializer.withDefaults().bounded(1, Overflow.ERROR));
    Thread.currentThread().interrupt();
    assertEquals(EmitOutcome.QUEUED, scene.sink.emit(1, LONG));
    assertEquals(EmitOutcome.INTERRUPTED, scene.sink.emit(2, LONG));
    assertTrue(Thread.interrupted());
  }

  @Test
  void theSubscriberDoesNotWaitForItself() {
    SinkScene scene = SinkScene.flowing(Serializer.withDefaults().bounded(1, Overflow.ERROR));
    List<EmitOutcome> results = new ArrayList<>();
    scene.downstream.on(
        1, () -> IntStream.of(2, 3).forEach(item -> results.add(scene.sink.emit(item, LONG))));
    scene.sink.tryEmit(1);
    assertEquals(List.of(EmitOutcome.QUEUED, EmitOutcome.OVERFLOW), results);
    assertEquals(List.of(1, 2), scene.delivered());
    assertEquals(
        EmitOutcome.DELIVERED, scene.sink.emit(4, LONG), "no longer inside the subscriber");
  }

  @Test
  void theSubscriberDoesNotWaitForItselfFromOnSubscribeEither() {
    SinkScene scene = SinkScene.bare(Serializer.withDefaults().bounded(1, Overflow.ERROR));
    List<EmitOutcome> results = new ArrayList<>();
    scene.downstream.onSubscribe(
        subscription ->
            IntStream.of(1, 2).forEach(item -> results.add(scene.sink.emit(item, LONG))));
    scene.subscribe();
    assertEquals(List.of(EmitOutcome.QUEUED, EmitOutcome.OVERFLOW), results);
  }

  @Test
  void aThreadThatOnceDeliveredMayWait() {
    SinkScene scene =
        SinkScene.subscribed(Serializer.withDefaults().bounded(1, Overflow.ERROR)).request(1);
    Thread own = Thread.currentThread();
    scene.sink.tryEmit(0); // delivered by this thread
    scene.sink.tryEmit(1);
    Thread requester =
        new Thread(
            () -> {
              while (own.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
              }
              scene.request(1);
            });
    requester.setDaemon(true);
    requester.start();
    assertEquals(EmitOutcome.QUEUED, scene.sink.emit(2, LONG));
  }
}
