package org.reactiveserializer.mutiny;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.smallrye.mutiny.Context;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.testing.Elsewhere;
import org.reactivestreams.FlowAdapters;

/** The emitter over the sink: hot, and one for each subscriber. */
class EmitterTest {
  private static final Object KEY = new Object();

  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
  private final List<Object> discarded = Collections.synchronizedList(new ArrayList<>());
  private final List<Object> dropped = Collections.synchronizedList(new ArrayList<>());
  private final List<Object> reported = Collections.synchronizedList(new ArrayList<>());
  private final Throwable error = new Exception("the error");

  @BeforeEach
  void hook() {
    Infrastructure.setDroppedExceptionHandler(dropped::add);
  }

  @AfterEach
  void unhook() {
    Infrastructure.resetDroppedExceptionHandler();
  }

  private SerialEmitter<Integer> emitter(Serializer<Integer> settings) {
    return MutinySerializer.emitter(settings.onDiscard(discarded::add))
        .onTermination(() -> reported.add("terminated"))
        .onCancellation(() -> reported.add("cancelled"))
        .onRequest(reported::add);
  }

  private SerialEmitter<Integer> subscribed(Serializer<Integer> settings) {
    SerialEmitter<Integer> emitter = emitter(settings);
    subscribe(emitter.toMulti(), downstream);
    return emitter;
  }

  private static void subscribe(Multi<Integer> multi, RecordingSubscriber<Integer> subscriber) {
    multi.subscribe(FlowAdapters.toFlowSubscriber(subscriber));
  }

  private List<Object> delivered() {
    return downstream.signals().subList(1, downstream.signals().size());
  }

  @Test
  void reportsItemsRequestsAndTheEnd() {
    SerialEmitter<Integer> emitter = subscribed(Serializer.withDefaults());
    downstream.onComplete(() -> reported.add("completing"));
    assertEquals(EmitOutcome.QUEUED, emitter.tryEmit(1));
    assertEquals(1, emitter.backlog());
    downstream.subscription().request(3);
    assertEquals(2, emitter.requested());
    assertEquals(EmitOutcome.DELIVERED, emitter.tryEmit(2));
    assertFalse(emitter.isCancelled());
    emitter.emit(3).emit(4).complete();
    assertFalse(emitter.isCancelled());
    assertTrue(emitter.sink().isTerminated());
    assertEquals(List.of(3L), reported, "an item waits");
    downstream.subscription().request(1);
    assertEquals(List.of(1, 2, 3, 4, "completed"), delivered());
    assertEquals(List.of(3L, "completing", "terminated"), reported);
    assertEquals(EmitOutcome.TERMINATED, emitter.tryEmit(5));
  }

  @Test
  void itemsEmittedMeanwhileAreQueued() {
    SerialEmitter<Integer> emitter = subscribed(Serializer.withDefaults());
    downstream.on(1, () -> Elsewhere.run(() -> emitter.emit(2).complete()));
    downstream.subscription().request(Long.MAX_VALUE);
    emitter.emit(1);
    assertEquals(List.of(1, 2, "completed"), delivered());
    assertFalse(downstream.overlapped());
  }

  @Test
  void lateSignalsAreDiscardedOrDropped() {
    SerialEmitter<Integer> emitter = subscribed(Serializer.withDefaults());
    downstream.subscription().request(1);
    emitter.fail(error);
    emitter.emit(1).complete();
    Throwable another = new Exception("another");
    emitter.fail(another);
    assertEquals(List.of(error), delivered());
    assertEquals(List.of(1), discarded);
    assertEquals(List.of(another), dropped);
    assertEquals(List.of(1L, "terminated"), reported);
  }

  @Test
  void cancellation() {
    SerialEmitter<Integer> emitter = subscribed(Serializer.withDefaults());
    emitter.emit(1);
    downstream.subscription().cancel();
    assertEquals(EmitOutcome.CANCELLED, emitter.tryEmit(2));
    emitter.emit(3);
    downstream.subscription().cancel();
    assertEquals(List.of(1, 3), discarded);
    assertEquals(List.of("terminated", "cancelled"), reported);
    assertTrue(emitter.isCancelled());
    List<String> late = new ArrayList<>();
    emitter.onTermination(() -> late.add("terminated")).onCancellation(() -> late.add("cancelled"));
    assertEquals(List.of("terminated", "cancelled"), late);
  }

  @Test
  void anExceptionOfACallbackIsDroppedAndChangesNothing() {
    SerialEmitter<Integer> emitter = subscribed(Serializer.withDefaults());
    RuntimeException boom = new IllegalArgumentException("boom");
    emitter.onTermination(
        () -> {
          throw boom;
        });
    emitter.complete();
    assertEquals(List.of("completed"), delivered());
    assertEquals(List.of(boom), dropped);
  }

  @Test
  void anExceptionOfACallbackForTheSubscribersCallsIsDroppedToo() {
    SerialEmitter<Integer> emitter = subscribed(Serializer.withDefaults());
    RuntimeException boom = new IllegalArgumentException("boom");
    emitter.onRequest(
        n -> {
          throw boom;
        });
    emitter.onCancellation(
        () -> {
          throw boom;
        });
    downstream.subscription().request(1);
    downstream.subscription().cancel();
    assertEquals(List.of(boom, boom), dropped);
  }

  @Test
  void aSubscriberThatThrowsIsACancellation() {
    SerialEmitter<Integer> emitter = subscribed(Serializer.withDefaults());
    downstream.onNext(
        item -> {
          throw new IllegalStateException("thrown by the subscriber");
        });
    downstream.subscription().request(1);
    assertThrows(IllegalStateException.class, () -> emitter.emit(1));
    assertEquals(List.of(1L, "terminated", "cancelled"), reported);
  }

  @Test
  void whenItIsFull() {
    SerialEmitter<Integer> emitter =
        subscribed(Serializer.withDefaults().bounded(1, Overflow.DROP_NEWEST));
    assertEquals(EmitOutcome.QUEUED, emitter.tryEmit(1));
    assertEquals(EmitOutcome.OVERFLOW, emitter.tryEmit(2));
    emitter.emit(3);
    assertEquals(List.of(3), discarded, "the caller keeps 2");
    downstream.subscription().request(1);
    assertEquals(List.of(1), delivered());
  }

  @Test
  void overflowMayEndTheStream() {
    SerialEmitter<Integer> emitter =
        subscribed(
            Serializer.<Integer>withDefaults()
                .bounded(1, Overflow.ERROR)
                .errors(ErrorMode.DELAYED));
    emitter.emit(1).emit(2);
    assertEquals(List.of(), reported, "an item still precedes the failure");
    downstream.subscription().request(1);
    assertEquals(1, delivered().get(0));
    assertInstanceOf(IllegalStateException.class, delivered().get(1));
    assertEquals(List.of(2), discarded);
    assertEquals(List.of("terminated"), reported);
  }

  @Test
  void signalsBeforeTheSubscriberWaitAndASecondSubscriberIsRefused() {
    SerialEmitter<Integer> emitter = emitter(Serializer.withDefaults());
    assertTrue(emitter.context().isEmpty());
    emitter.emit(1).complete();
    downstream.onSubscribe(s -> s.request(Long.MAX_VALUE));
    subscribe(emitter.toMulti(), downstream);
    assertEquals(List.of(1, "completed"), delivered());
    RecordingSubscriber<Integer> second = new RecordingSubscriber<>();
    subscribe(emitter.toMulti(), second);
    assertInstanceOf(IllegalStateException.class, second.signals().get(1));
  }

  @Test
  void nullThrowsToTheCallerAndChangesNothing() {
    SerialEmitter<Integer> emitter = subscribed(Serializer.withDefaults());
    assertThrows(NullPointerException.class, () -> emitter.emit(nothing()));
    assertThrows(NullPointerException.class, () -> emitter.tryEmit(nothing()));
    assertThrows(NullPointerException.class, () -> emitter.fail(nothing()));
    downstream.subscription().request(1);
    emitter.emit(1);
    assertEquals(List.of(1), delivered());
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // on purpose
  private static <N> N nothing() {
    return null;
  }

  @Test
  void eachSubscriberHasItsOwnEmitterWithItsContext() {
    Multi<Object> multi =
        MutinySerializer.emitter(
            emitter -> emitter.emit(emitter.context().get(KEY)).complete(),
            Serializer.withDefaults());
    for (String value : List.of("one", "two")) {
      assertEquals(
          List.of(value),
          multi.collect().asList().awaitUsing(Context.of(KEY, value)).indefinitely());
    }
  }

  @Test
  void aConsumerThatThrowsFailsTheStream() {
    RuntimeException boom = new IllegalArgumentException("boom");
    Multi<Integer> multi =
        MutinySerializer.emitter(
            emitter -> {
              throw boom;
            },
            Serializer.<Integer>withDefaults());
    subscribe(multi, downstream);
    assertEquals(List.of(boom), delivered());
  }

  @Test
  void noItemOfFourThreadsIsLost() {
    SerialEmitter<Integer> emitter = MutinySerializer.emitter(Serializer.withDefaults());
    var all =
        emitter
            .toMulti()
            .emitOn(ForkJoinPool.commonPool())
            .collect()
            .asList()
            .subscribeAsCompletionStage();
    Runnable producer =
        () -> {
          for (int i = 0; i < 2_000; i++) {
            emitter.emit(i);
          }
        };
    Race.run(0, producer, producer, producer, producer);
    emitter.complete();
    assertEquals(8_000, all.join().size());
  }
}
