package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.support.Emission;
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.SinkScene;
import org.reactiveserializer.testing.Effort;
import org.reactiveserializer.testing.Elsewhere;

/**
 * Threads that wait for room are notified when there is room, and when the stream has ended.
 */
class SinkRoomTest {
  static List<Consumer<SinkScene>> ends() {
    return List.of(
        scene -> scene.sink.tryComplete(),
        scene -> scene.sink.tryFail(new Exception()),
        scene -> scene.downstream.subscription().cancel(),
        scene -> scene.request(0));
  }

  @ParameterizedTest
  @MethodSource("ends")
  void anEndWakesAllWaitingThreads(Consumer<SinkScene> end) {
    SinkScene scene = SinkScene.full(Overflow.ERROR);
    List<Emission> emissions =
        IntStream.range(2, 5).mapToObj(item -> Emission.waiting(scene, item)).toList();
    end.accept(scene);
    for (Emission emission : emissions) {
      assertFalse(emission.result().isAccepted());
      assertFalse(emission.result() == EmitOutcome.OVERFLOW);
    }
  }

  @Test
  void aThrowingSubscriberIsAnEndAsWell() {
    SinkScene scene = SinkScene.subscribed(Serializer.withDefaults().bounded(1, Overflow.ERROR));
    List<Emission> emissions = new ArrayList<>();
    scene.downstream.on(
        1,
        () -> {
          throw new IllegalStateException("thrown by the subscriber");
        });
    assertThrows(
        IllegalStateException.class,
        () ->
            whileThisThreadDelivers(
                scene,
                () -> {
                  scene.sink.tryEmit(1);
                  IntStream.range(2, 5)
                      .forEach(item -> emissions.add(Emission.waiting(scene, item)));
                  scene.request(1);
                }));
    long accepted =
        emissions.stream().map(Emission::result).filter(EmitOutcome::isAccepted).count();
    assertEquals(
        accepted, scene.discarded.size(), "the first item may have left room for a moment");
  }

  @Test
  void eachFreePlaceIsForOneThreadInOrder() {
    SinkScene scene = SinkScene.full(Overflow.ERROR);
    List<Emission> emissions =
        IntStream.range(2, 6).mapToObj(item -> Emission.waiting(scene, item)).toList();
    for (Emission emission : emissions) {
      scene.request(1);
      assertEquals(EmitOutcome.QUEUED, emission.result(), "in the order of the calls");
    }
    scene.request(9);
    assertEquals(List.of(1, 2, 3, 4, 5), scene.delivered());
  }

  @Test
  void roomForManyWakesMany() {
    SinkScene scene = SinkScene.subscribed(Serializer.withDefaults().bounded(4, Overflow.ERROR));
    IntStream.range(0, 4).forEach(scene.sink::tryEmit);
    List<Emission> emissions =
        IntStream.range(4, 8).mapToObj(item -> Emission.waiting(scene, item)).toList();
    scene.request(4);
    emissions.forEach(emission -> assertEquals(EmitOutcome.QUEUED, emission.result()));
  }

  /** Less than a quarter of the queue becomes free, and then nothing more. */
  @Test
  void alsoALittleRoomWakesAThread() {
    SinkScene scene = SinkScene.subscribed(Serializer.withDefaults().bounded(100, Overflow.ERROR));
    IntStream.range(0, 100).forEach(scene.sink::tryEmit);
    Emission emission = Emission.waiting(scene, 100);
    scene.request(1);
    assertEquals(EmitOutcome.QUEUED, emission.result());
  }

  /** The owner is inside the subscriber all the time. */
  @Test
  void aWaitingThreadFindsRoomWhileTheSubscriberIsSlow() {
    SinkScene scene = SinkScene.subscribed(Serializer.withDefaults().bounded(100, Overflow.ERROR));
    List<Emission> emissions = new ArrayList<>();
    scene.downstream.on(
        0,
        () -> assertEquals(EmitOutcome.QUEUED, emissions.get(0).result(), "0 is being delivered"));
    whileThisThreadDelivers(
        scene,
        () -> {
          IntStream.range(0, 100).forEach(scene.sink::tryEmit);
          emissions.add(Emission.waiting(scene, 100));
          scene.request(1);
        });
    assertEquals(List.of(-1, 0), scene.delivered());
  }

  /** The same while other threads wait. */
  @Test
  void allWaitingThreadsFindRoomWhileTheSubscriberIsSlow() {
    SinkScene scene = SinkScene.subscribed(Serializer.withDefaults().bounded(100, Overflow.ERROR));
    List<Emission> emissions = new ArrayList<>();
    scene.downstream.onNext(
        item -> {
          while (emissions.stream().filter(Emission::isOver).count() < item + 1) {
            Thread.onSpinWait(); // forever, if one of them waits although there is room
          }
        });
    whileThisThreadDelivers(
        scene,
        () -> {
          IntStream.range(0, 100).forEach(scene.sink::tryEmit);
          IntStream.range(100, 104).forEach(item -> emissions.add(Emission.waiting(scene, item)));
          scene.request(4);
        });
    assertEquals(List.of(-1, 0, 1, 2, 3), scene.delivered());
  }

  /**
   * Runs {@code preparation} within the delivery of an item, -1. So this thread delivers the items
   * that follow, not one of the waiting threads, which check for room from time to time.
   */
  private static void whileThisThreadDelivers(SinkScene scene, Runnable preparation) {
    scene.downstream.on(-1, preparation::run);
    scene.request(1).sink.tryEmit(-1);
  }

  /**
   * A thread that was notified, or has checked by itself, may then be held up in the subscriber.
   * The others must not wait for it.
   */
  @ParameterizedTest
  @ValueSource(ints = {4, 40})
  void aWaitingThreadDoesNotDependOnOneThatDelivers(int capacity) throws InterruptedException {
    for (int round = 0; round < 50; round++) {
      SinkScene scene =
          SinkScene.subscribed(Serializer.withDefaults().bounded(capacity, Overflow.ERROR));
      IntStream.range(0, capacity).forEach(scene.sink::tryEmit);
      List<Emission> emissions =
          IntStream.range(capacity, capacity + 4)
              .mapToObj(item -> Emission.waiting(scene, item))
              .toList();
      CountDownLatch slow = new CountDownLatch(1);
      scene.downstream.onNext(
          item -> {
            if (item >= capacity) {
              awaitQuietly(slow);
            }
          });
      Thread requester = new Thread(() -> scene.request(Long.MAX_VALUE));
      requester.start();
      while (emissions.stream().filter(Emission::isOver).count() < 3) {
        Thread.onSpinWait(); // forever, if one of them waits although there is room
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
  @Tag("effort")
  void roomIsNotLostToAThreadThatGivesUp() {
    for (int round = 0; round < Effort.rounds(500); round++) {
      SinkScene scene = SinkScene.full(Overflow.ERROR);
      Emission impatient = Emission.waiting(scene, 2);
      Emission patient = Emission.waiting(scene, 3);
      Race.run(round, () -> scene.request(1), impatient.thread::interrupt);
      impatient.result();
      scene.request(1);
      assertTrue(patient.result().isAccepted());
    }
  }

  /** Another thread requests just when the owner has found no demand, and is about to leave. */
  @Test
  void aRequestWhileAnItemIsWeighedIsNotMissed() {
    RecordingSubscriber<Integer> subscriber = new RecordingSubscriber<>();
    AtomicBoolean armed = new AtomicBoolean();
    SerialSink<Integer> sink =
        Serializer.<Integer>withDefaults()
            .<Integer>bounded(
                8,
                100,
                item -> {
                  if (armed.getAndSet(false)) {
                    Elsewhere.run(() -> subscriber.subscription().request(1));
                  }
                  return 1;
                },
                Overflow.DROP_NEWEST)
            .sink();
    sink.subscribe(subscriber);
    int many = 5_000; // in biased mode this thread has a bias by then
    subscriber.subscription().request(many);
    IntStream.range(0, many).forEach(sink::tryEmit);
    armed.set(true);
    sink.tryEmit(many);
    assertEquals(many + 2, subscriber.signals().size());
    assertEquals(0, sink.backlog());
  }

  @Test
  void anExecutorThatKeepsTheThreadThatEndsTheStreamHoldsUpNoOtherThread()
      throws InterruptedException {
    CountDownLatch mayGoOn = new CountDownLatch(1);
    SinkScene scene =
        SinkScene.subscribed(
            Serializer.<Integer>withDefaults()
                .bounded(1, Overflow.DROP_NEWEST)
                .answerOn(
                    task -> {
                      try {
                        mayGoOn.await();
                      } catch (InterruptedException e) {
                        throw new AssertionError(e);
                      }
                      task.run();
                    }));
    scene.sink.tryEmit(1);
    CompletableFuture<EmitOutcome> stage = scene.sink.emitAsync(2).toCompletableFuture();
    Emission parked = Emission.waiting(scene, 3);
    Thread ends = new Thread(scene.downstream.subscription()::cancel);
    ends.start();
    assertEquals(EmitOutcome.CANCELLED, parked.result());
    mayGoOn.countDown();
    ends.join();
    assertEquals(EmitOutcome.CANCELLED, stage.join());
  }
}
