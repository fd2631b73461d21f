package org.reactiveserializer.internal.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.internal.operator.Bridges;
import org.reactiveserializer.support.SinkScene;

/** Threads that stand still: between a permit and the hand-over, or between a request and its signal. */
class PermitTest {
  private static final int STALLED = 9;

  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private final SinkScene scene =
      SinkScene.subscribed(
          Serializer.<Integer>withDefaults()
              .bounded(1, Overflow.DROP_NEWEST)
              .answerOn(Runnable::run)
              .drainLimit(2, tasks::add));
  private final Emitter<Integer> emitter = Bridges.emitter(scene.sink);

  private CompletableFuture<EmitOutcome> later(int item) {
    return scene.sink.emitAsync(item).toCompletableFuture();
  }

  @Test
  void noSecondOneWaitsInThePlaceOfAProducer() {
    assertTrue(emitter.room.tryTake(STALLED));
    later(1);
    CompletableFuture<EmitOutcome> second = later(2);
    scene.downstream.on(
        1,
        () -> {
          assertFalse(second.isDone());
          assertEquals(EmitOutcome.QUEUED, emitter.handOver(Source.ONLY, STALLED));
        });
    scene.request(9);
    runTasks();
    assertEquals(List.of(1, STALLED, 2), scene.delivered());
  }

  @Test
  void theLineGoesOnWhenTheDrainLimitIsReached() {
    assertTrue(emitter.room.tryTake(STALLED));
    IntStream.of(1, 2, 3).forEach(this::later);
    scene.request(9);
    assertEquals(List.of(1, 2), scene.delivered());
    runTasks();
    assertEquals(List.of(1, 2, 3), scene.delivered());
  }

  @Test
  void anOwnItemDoesNotOvertakeTheLine() {
    assertTrue(emitter.room.tryTake(STALLED));
    IntStream.of(1, 2, 3).forEach(this::later);
    emitter.addRequested(9);
    assertEquals(EmitOutcome.OVERFLOW, scene.sink.tryEmit(4));
    runTasks();
    assertEquals(List.of(1, 2, 3), scene.delivered());
  }

  /** What waits for room is neither accepted nor refused, if its caller gets no result. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALLBACK")
  void anItemWhoseOwnPassThrowsIsDiscarded(Waiter.Kind kind) {
    scene.sink.tryEmit(1);
    later(2);
    IllegalStateException thrown = new IllegalStateException("of the downstream");
    scene.downstream.on(
        1,
        () -> {
          throw thrown;
        });
    emitter.addRequested(9);
    assertEquals(
        thrown, assertThrows(IllegalStateException.class, () -> Waiter.of(emitter, 3, kind)));
    assertEquals(List.of(2, 3), scene.discarded);
    assertEquals(2, scene.sink.stats().discarded());
    assertEquals(0, scene.sink.stats().refused());
  }

  /** A producer that had a permit, and then no stack, cancels the stream and can do no more. */
  @Test
  void aSubscriberThatComesAfterAFailedProducerIsRefused() {
    SinkScene bare = SinkScene.bare();
    Emitter<Integer> failed = Bridges.emitter(bare.sink);
    failed.tryRequestEnd(End.CANCELLED);
    bare.subscribe();
    assertEquals("subscribed", bare.downstream.signals().get(0));
    assertInstanceOf(IllegalStateException.class, bare.downstream.signals().get(1));
  }

  @Test
  void aRequestFinishesTheCancellationOfAThreadThatStandsStill() {
    scene.sink.tryEmit(1);
    CompletableFuture<EmitOutcome> second = later(2);
    emitter.tryRequestEnd(End.CANCELLED);
    scene.request(1);
    assertEquals(EmitOutcome.CANCELLED, second.getNow(null));
    assertEquals(List.of(1), scene.discarded);
    assertEquals(List.of(), scene.delivered());
  }

  private void runTasks() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }
}
