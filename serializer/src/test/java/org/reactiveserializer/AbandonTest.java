package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.SinkScene;
import org.reactiveserializer.testing.Effort;
import org.reactiveserializer.testing.Elsewhere;

/** {@code SerialSink.abandon}: nothing that waits is kept for a subscriber that is no longer expected. */
class AbandonTest {
  private static final List<Integer> THREE = List.of(1, 2, 3);

  @ParameterizedTest
  @ValueSource(strings = {"open", "completed", "failed"})
  void withoutASubscriberWhatWaitsIsDiscarded(String state) {
    SinkScene scene = SinkScene.bare();
    THREE.forEach(scene.sink::tryEmit);
    Exception failure = new Exception("waits");
    if (state.equals("completed")) {
      scene.sink.tryComplete();
    } else if (state.equals("failed")) {
      scene.sink.tryFail(failure);
    }
    scene.sink.abandon();
    assertEquals(THREE, scene.discarded);
    assertEquals(0, scene.sink.backlog());
    assertTrue(scene.sink.isTerminated());
    assertEquals(EmitOutcome.TERMINATED, scene.sink.tryEmit(4));
    assertEquals(state.equals("failed") ? List.of(failure) : List.of(), scene.dropped);

    scene.subscribe(); // too late
    assertEndedByAbandoning(scene.delivered());
    assertEquals(THREE, scene.discarded);
  }

  private static void assertEndedByAbandoning(List<Object> signals) {
    assertEquals(1, signals.size(), signals::toString);
    assertInstanceOf(CancellationException.class, signals.get(0));
  }

  @Test
  void aSubscriberThatRequestsNothingGetsTheEnd() {
    SinkScene scene = SinkScene.subscribed(Serializer.withDefaults());
    THREE.forEach(scene.sink::tryEmit);
    scene.sink.tryComplete();
    scene.sink.abandon();
    scene.sink.abandon();
    assertEndedByAbandoning(scene.delivered());
    assertEquals(THREE, scene.discarded);
    assertFalse(scene.sink.hasSubscriber());
  }

  @Test
  void withoutASubscriberTheCallbackOfTheEndIsCalledAtOnceAndOnce() {
    SinkScene scene = SinkScene.bare();
    AtomicInteger ends = new AtomicInteger();
    scene.sink.onTermination(ends::incrementAndGet);
    scene.sink.abandon();
    assertEquals(1, ends.get());
    scene.sink.abandon();
    scene.subscribe();
    assertEquals(1, ends.get());
    assertEquals(List.of(), scene.dropped, "a second call replaces nothing");
  }

  /** A producer that is refused has nothing to discard, so it leaves the subscriber to a task. */
  @Test
  @Tag("effort")
  void aRefusedProducerCallsNoSubscriberThatArrives() {
    for (int round = 0; round < Effort.rounds(2_000); round++) {
      Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
      AtomicReference<Thread> caller = new AtomicReference<>();
      SerialSink<Integer> sink = Serializer.<Integer>withDefaults().deliverOn(tasks::add).sink();
      sink.abandon();
      RecordingSubscriber<Integer> subscriber = new RecordingSubscriber<>();
      subscriber.onSubscribe(subscription -> caller.set(Thread.currentThread()));
      AtomicReference<Thread> producer = new AtomicReference<>();
      Race.run(
          round,
          () -> sink.subscribe(subscriber),
          () -> {
            producer.set(Thread.currentThread());
            for (int i = 0; i < 4; i++) {
              assertEquals(EmitOutcome.TERMINATED, sink.tryEmit(i));
            }
          });
      for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
        task.run();
      }
      assertEquals(2, subscriber.signals().size());
      assertNotSame(producer.get(), caller.get());
    }
  }

  @Test
  void doesNothingAfterTheEnd() {
    SinkScene scene = SinkScene.flowing(Serializer.withDefaults());
    scene.sink.tryComplete();
    scene.sink.abandon();
    assertEquals(List.of("completed"), scene.delivered());

    SinkScene cancelled = SinkScene.flowing(Serializer.withDefaults());
    cancelled.downstream.subscription().cancel();
    cancelled.sink.abandon();
    assertEquals(List.of(), cancelled.delivered());
    assertEquals(EmitOutcome.CANCELLED, cancelled.sink.tryEmit(1));
  }

  @Test
  void theThreadThatDeliversDiscardsWhenTheSubscriberReturns() {
    SinkScene scene = SinkScene.flowing(Serializer.withDefaults());
    scene.downstream.on(
        1,
        () ->
            Elsewhere.run(
                () -> {
                  scene.sink.tryEmit(2);
                  scene.sink.abandon();
                  assertEquals(List.of(), scene.discarded);
                }));
    scene.sink.tryEmit(1);
    assertEquals(List.of(2), scene.discarded);
    assertEquals(1, scene.delivered().get(0));
    assertEndedByAbandoning(scene.delivered().subList(1, 2));
  }

  /** Such as a client that resets its connection, of which a container tells the producer, too. */
  @Test
  void aSubscriberThatCancelsAsWellIsNoNews() {
    SinkScene scene = SinkScene.flowing(Serializer.withDefaults());
    scene.downstream.on(
        1,
        () -> {
          Elsewhere.run(scene.sink::abandon);
          scene.downstream.subscription().cancel();
        });
    scene.sink.tryEmit(1);
    assertEquals(List.of(1), scene.delivered());
    assertEquals(List.of(), scene.dropped);
    assertEquals(EmitOutcome.CANCELLED, scene.sink.tryEmit(2));
  }

  @Test
  void anExecutorThatDropsItsTasksKeepsNothingFromBeingDiscarded() {
    List<Runnable> dropped = new ArrayList<>();
    SinkScene scene = SinkScene.bare(Serializer.withDefaults().deliverOn(dropped::add));
    THREE.forEach(scene.sink::tryEmit);
    scene.sink.abandon();
    assertEquals(THREE, scene.discarded);
    dropped.forEach(Runnable::run); // too late: does nothing
    assertEquals(THREE, scene.discarded);
  }

  @Test
  void withASubscriberOnlyTasksCallIt() {
    List<Runnable> tasks = new ArrayList<>();
    SinkScene scene = SinkScene.subscribed(Serializer.withDefaults().deliverOn(tasks::add));
    THREE.forEach(scene.sink::tryEmit);
    scene.sink.abandon();
    assertEquals(List.of(), scene.delivered());
    for (int i = 0; i < tasks.size(); i++) {
      tasks.get(i).run();
    }
    assertEndedByAbandoning(scene.delivered());
    assertEquals(THREE, scene.discarded);
  }
}
