package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.SinkScene;

/** Waiting for room. */
class SinkEmitTest {
  private static final Duration LONG = Duration.ofDays(1);

  @ParameterizedTest
  @EnumSource
  void parksUntilThereIsRoom(Overflow overflow) {
    SinkScene scene = full(overflow);
    Emission emission = Emission.waiting(scene, 2);
    assertEquals(List.of(), scene.discarded);
    scene.request(1);
    assertEquals(EmitResult.QUEUED, emission.result());
    assertEquals(List.of(1), scene.delivered());
    scene.request(1);
    assertEquals(List.of(1, 2), scene.delivered());
  }

  @Test
  void doesNotWaitWhileThereIsRoom() {
    SinkScene scene = SinkScene.subscribed(Serializer.bounded(1, Overflow.ERROR)).request(1);
    assertEquals(EmitResult.DELIVERED, scene.sink.emit(1, LONG));
    assertEquals(EmitResult.QUEUED, scene.sink.emit(2, LONG));
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 1})
  void whenTimeIsUpTheItemIsTheCallers(long nanos) {
    for (Overflow overflow : Overflow.values()) {
      SinkScene scene = full(overflow);
      assertEquals(EmitResult.OVERFLOW, scene.sink.emit(2, Duration.ofNanos(nanos)));
      assertEquals(List.of(), scene.discarded);
      scene.request(9);
      assertEquals(List.of(1), scene.delivered(), "the overflow did not happen");
    }
  }

  static List<Duration> extremes() {
    return List.of(Duration.ofSeconds(Long.MIN_VALUE), Duration.ofSeconds(Long.MAX_VALUE));
  }

  @ParameterizedTest
  @MethodSource("extremes")
  void durationsThatAreNoNumberOfNanoseconds(Duration timeout) {
    SinkScene scene = SinkScene.subscribed(Serializer.bounded(1, Overflow.ERROR));
    assertEquals(EmitResult.QUEUED, scene.sink.emit(1, timeout));
    if (timeout.isNegative()) {
      assertEquals(EmitResult.OVERFLOW, scene.sink.emit(2, timeout));
    } else {
      Emission emission = Emission.waiting(scene, 2, timeout);
      scene.request(1);
      assertEquals(EmitResult.QUEUED, emission.result());
    }
  }

  @Test
  void anInterruptEndsTheWaitAndIsKept() {
    SinkScene scene = full(Overflow.ERROR);
    Emission emission = Emission.waiting(scene, 2);
    emission.thread.interrupt();
    assertEquals(EmitResult.OVERFLOW, emission.result());
    assertTrue(emission.interrupted);
    scene.request(9);
    assertEquals(List.of(1), scene.delivered());
  }

  @Test
  void aThreadThatIsInterruptedDoesNotWaitButMayEmit() {
    SinkScene scene = SinkScene.subscribed(Serializer.bounded(1, Overflow.ERROR));
    Thread.currentThread().interrupt();
    assertEquals(EmitResult.QUEUED, scene.sink.emit(1, LONG));
    assertEquals(EmitResult.OVERFLOW, scene.sink.emit(2, LONG));
    assertTrue(Thread.interrupted());
  }

  @Test
  void theSubscriberDoesNotWaitForItself() {
    SinkScene scene = SinkScene.flowing(Serializer.bounded(1, Overflow.ERROR));
    List<EmitResult> results = new ArrayList<>();
    scene.downstream.on(
        1, () -> IntStream.of(2, 3).forEach(item -> results.add(scene.sink.emit(item, LONG))));
    scene.sink.tryEmit(1);
    assertEquals(List.of(EmitResult.QUEUED, EmitResult.OVERFLOW), results);
    assertEquals(List.of(1, 2), scene.delivered());
    assertEquals(EmitResult.DELIVERED, scene.sink.emit(4, LONG), "it is outside again");
  }

  @Test
  void theSubscriberDoesNotWaitForItselfFromOnSubscribeEither() {
    SinkScene scene = SinkScene.bare(Serializer.bounded(1, Overflow.ERROR));
    List<EmitResult> results = new ArrayList<>();
    scene.downstream.onSubscribe(
        subscription ->
            IntStream.of(1, 2).forEach(item -> results.add(scene.sink.emit(item, LONG))));
    scene.subscribe();
    assertEquals(List.of(EmitResult.QUEUED, EmitResult.OVERFLOW), results);
  }

  @Test
  void aThreadThatOnceDeliveredMayWait() {
    SinkScene scene = SinkScene.subscribed(Serializer.bounded(1, Overflow.ERROR)).request(1);
    scene.sink.tryEmit(0); // by this thread
    scene.sink.tryEmit(1);
    Emission emission = Emission.waiting(scene, 2);
    scene.request(1);
    assertEquals(EmitResult.QUEUED, emission.result());
  }

  static List<Consumer<SinkScene>> ends() {
    return List.of(
        scene -> scene.sink.tryComplete(),
        scene -> scene.sink.tryFail(new Exception()),
        scene -> scene.downstream.subscription().cancel(),
        scene -> scene.request(0));
  }

  @ParameterizedTest
  @MethodSource("ends")
  void anEndIsToldToAllWhoWait(Consumer<SinkScene> end) {
    SinkScene scene = full(Overflow.ERROR);
    List<Emission> emissions =
        IntStream.range(2, 5).mapToObj(item -> Emission.waiting(scene, item)).toList();
    end.accept(scene);
    for (Emission emission : emissions) {
      assertFalse(emission.result().isAccepted());
      assertFalse(emission.result() == EmitResult.OVERFLOW);
    }
  }

  @Test
  void aThrowingSubscriberIsAnEndAsWell() {
    SinkScene scene = full(Overflow.ERROR);
    List<Emission> emissions =
        IntStream.range(2, 5).mapToObj(item -> Emission.waiting(scene, item)).toList();
    scene.downstream.onNext(
        item -> {
          throw new IllegalStateException("by the subscriber");
        });
    assertThrows(IllegalStateException.class, () -> scene.request(1));
    long accepted =
        emissions.stream().map(Emission::result).filter(EmitResult::isAccepted).count();
    assertEquals(accepted, scene.discarded.size(), "the room of the first was there for a moment");
  }

  @Test
  void oneRoomIsForOneAndTheNextForTheNext() {
    SinkScene scene = full(Overflow.ERROR);
    List<Emission> emissions =
        IntStream.range(2, 6).mapToObj(item -> Emission.waiting(scene, item)).toList();
    for (Emission emission : emissions) {
      scene.request(1);
      assertEquals(EmitResult.QUEUED, emission.result(), "in the order in which they came");
    }
    scene.request(9);
    assertEquals(List.of(1, 2, 3, 4, 5), scene.delivered());
  }

  @Test
  void roomForManyIsForMany() {
    SinkScene scene = SinkScene.subscribed(Serializer.bounded(4, Overflow.ERROR));
    IntStream.range(0, 4).forEach(scene.sink::tryEmit);
    List<Emission> emissions =
        IntStream.range(4, 8).mapToObj(item -> Emission.waiting(scene, item)).toList();
    scene.request(4);
    emissions.forEach(emission -> assertEquals(EmitResult.QUEUED, emission.result()));
  }

  /** Less than a quarter of the queue, and then nothing more: who waits is told all the same. */
  @Test
  void aLittleRoomThatStaysIsTold() {
    SinkScene scene = SinkScene.subscribed(Serializer.bounded(100, Overflow.ERROR));
    IntStream.range(0, 100).forEach(scene.sink::tryEmit);
    Emission emission = Emission.waiting(scene, 100);
    scene.request(1);
    assertEquals(EmitResult.QUEUED, emission.result());
  }

  /** The emitting thread is inside the subscriber all the time: room is told when it is made, and not later. */
  @Test
  void roomIsToldWhileTheSubscriberIsSlow() throws InterruptedException {
    SinkScene scene = SinkScene.subscribed(Serializer.bounded(100, Overflow.ERROR));
    IntStream.range(0, 100).forEach(scene.sink::tryEmit);
    Emission emission = Emission.waiting(scene, 100);
    scene.downstream.on(
        0, () -> assertEquals(EmitResult.QUEUED, emission.result(), "while 0 is being delivered"));
    scene.request(1);
    assertEquals(List.of(0), scene.delivered());
  }

  /** One who was told may be kept by the subscriber; the others are not to wait for that. */
  @Test
  void whoWaitsDoesNotWaitForAnotherWhoDelivers() throws InterruptedException {
    for (int round = 0; round < 50; round++) {
      SinkScene scene = SinkScene.subscribed(Serializer.bounded(4, Overflow.ERROR));
      IntStream.range(0, 4).forEach(scene.sink::tryEmit);
      List<Emission> emissions =
          IntStream.range(4, 8).mapToObj(item -> Emission.waiting(scene, item)).toList();
      CountDownLatch slow = new CountDownLatch(1);
      scene.downstream.onNext(
          item -> {
            if (item >= 4) {
              awaitQuietly(slow);
            }
          });
      Thread requester = new Thread(() -> scene.request(Long.MAX_VALUE));
      requester.start();
      while (emissions.stream().filter(Emission::isOver).count() < 3) {
        Thread.onSpinWait(); // for ever, if one of them waits though there is room
      }
      slow.countDown();
      requester.join();
      emissions.forEach(emission -> assertTrue(emission.result().isAccepted()));
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void roomIsNotLostToOneThatGivesUp() {
    for (int round = 0; round < 500; round++) {
      SinkScene scene = full(Overflow.ERROR);
      Emission impatient = Emission.waiting(scene, 2);
      Emission patient = Emission.waiting(scene, 3);
      Race.run(round, () -> scene.request(1), impatient.thread::interrupt);
      impatient.result();
      scene.request(1);
      assertTrue(patient.result().isAccepted());
    }
  }

  private static SinkScene full(Overflow overflow) {
    SinkScene scene = SinkScene.subscribed(Serializer.bounded(1, overflow));
    assertEquals(EmitResult.QUEUED, scene.sink.tryEmit(1));
    return scene;
  }

  /** An emission on a thread of its own. */
  private static final class Emission {
    final Thread thread;
    volatile boolean interrupted;
    private final CompletableFuture<EmitResult> result = new CompletableFuture<>();

    private Emission(SinkScene scene, int item, Duration timeout) {
      FutureTask<Void> task =
          new FutureTask<>(
              () -> {
                EmitResult got = scene.sink.emit(item, timeout);
                interrupted = Thread.currentThread().isInterrupted();
                result.complete(got);
                return null;
              });
      thread = new Thread(task, "emission of " + item);
      thread.setDaemon(true);
    }

    static Emission waiting(SinkScene scene, int item) {
      return waiting(scene, item, LONG);
    }

    /** Returns when the thread is parked. */
    static Emission waiting(SinkScene scene, int item, Duration timeout) {
      Emission emission = new Emission(scene, item, timeout);
      emission.thread.start();
      while (emission.thread.getState() != Thread.State.TIMED_WAITING) {
        assertFalse(emission.result.isDone(), "it did not wait");
        Thread.onSpinWait();
      }
      return emission;
    }

    EmitResult result() {
      return result.join();
    }

    boolean isOver() {
      return result.isDone();
    }
  }
}
