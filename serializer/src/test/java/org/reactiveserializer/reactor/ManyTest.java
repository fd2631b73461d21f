package org.reactiveserializer.reactor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static reactor.core.publisher.Sinks.EmitFailureHandler.FAIL_FAST;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.Elsewhere;
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.RecordingSubscriber;
import reactor.core.Disposable;
import reactor.core.Exceptions;
import reactor.core.Scannable;
import reactor.core.Scannable.Attr;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Sinks;
import reactor.core.publisher.Sinks.EmitResult;
import reactor.core.scheduler.Schedulers;

/** The sink: what Reactor's unicast one answers and signals, and what it does not. */
class ManyTest {
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
  private final List<Object> discarded = Collections.synchronizedList(new ArrayList<>());
  private final List<Object> dropped = Collections.synchronizedList(new ArrayList<>());
  private final Throwable error = new Exception("the error");

  @BeforeEach
  void hook() {
    Hooks.onErrorDropped(dropped::add);
    Hooks.onNextDropped(dropped::add);
  }

  @AfterEach
  void unhook() {
    Hooks.resetOnErrorDropped();
    Hooks.resetOnNextDropped();
  }

  private void subscribe(Sinks.Many<Integer> sink) {
    sink.asFlux().doOnDiscard(Integer.class, discarded::add).subscribe(downstream);
  }

  private List<Object> delivered() {
    return downstream.signals().subList(1, downstream.signals().size());
  }

  private static Sinks.Many<Integer> ofOne() {
    return ReactorSerializer.many(Serializer.bounded(1, Overflow.DROP_NEWEST));
  }

  private static void emit(Sinks.Many<Integer> sink, Integer... items) {
    for (Integer item : items) {
      assertEquals(EmitResult.OK, sink.tryEmitNext(item));
    }
  }

  // Several threads.

  @Test
  void whoeverEmitsMeanwhileIsToldOk() {
    Sinks.Many<Integer> sink = ReactorSerializer.many();
    downstream.onSubscribe(s -> s.request(Long.MAX_VALUE));
    downstream.on(
        1,
        () ->
            Elsewhere.run(
                () -> {
                  emit(sink, 2);
                  assertEquals(EmitResult.OK, sink.tryEmitComplete());
                }));
    subscribe(sink);
    emit(sink, 1);
    assertEquals(List.of(1, 2, "completed"), delivered());
  }

  @Test
  void noItemOfFiveThreadsIsRefused() {
    Sinks.Many<Integer> sink = ReactorSerializer.many();
    var all = sink.asFlux().publishOn(Schedulers.parallel()).collectList().toFuture();
    Runnable producer = () -> emit(sink, IntStream.range(0, 2_000).boxed().toArray(Integer[]::new));
    Race.run(0, producer, producer, producer, producer, producer);
    sink.emitComplete(FAIL_FAST);
    assertEquals(10_000, all.join().size());
  }

  // Before the subscriber, and one only.

  @Test
  void whatComesBeforeTheSubscriberWaitsAnErrorBehindIt() {
    Sinks.Many<Integer> sink = ReactorSerializer.many();
    emit(sink, 1, 2);
    assertEquals(EmitResult.OK, sink.tryEmitError(error));
    downstream.onSubscribe(s -> s.request(Long.MAX_VALUE));
    subscribe(sink);
    assertEquals(List.of(1, 2, error), delivered());
  }

  @Test
  void aCompletionFromBeforeTheSubscriber() {
    Sinks.Many<Integer> sink = ReactorSerializer.many();
    emit(sink, 1);
    sink.emitComplete(FAIL_FAST);
    assertEquals(List.of(1), sink.asFlux().collectList().block());
  }

  @Test
  void aSecondSubscriberIsRefused() {
    Sinks.Many<Integer> sink = ReactorSerializer.many();
    subscribe(sink);
    RecordingSubscriber<Integer> second = new RecordingSubscriber<>();
    sink.asFlux().subscribe(second);
    assertInstanceOf(IllegalStateException.class, second.signals().get(1));
    downstream.subscription().request(1);
    emit(sink, 1);
    assertEquals(List.of(1), delivered());
    assertEquals(1, sink.currentSubscriberCount());
    assertSame(sink.asFlux(), sink.asFlux());
  }

  @Test
  void demandIsHeeded() {
    Sinks.Many<Integer> sink = ReactorSerializer.many();
    subscribe(sink);
    downstream.subscription().request(2);
    emit(sink, 1, 2, 3, 4);
    sink.emitComplete(FAIL_FAST);
    assertEquals(List.of(1, 2), delivered());
    assertEquals(2, sink.scan(Attr.BUFFERED));
    downstream.subscription().request(2);
    assertEquals(List.of(1, 2, 3, 4, "completed"), delivered());
  }

  // When it is full.

  @Test
  void fullWithASubscriber() {
    Sinks.Many<Integer> sink = ofOne();
    subscribe(sink);
    emit(sink, 1);
    assertEquals(EmitResult.FAIL_OVERFLOW, sink.tryEmitNext(2));
    assertEquals(EmitResult.OK, sink.tryEmitComplete());
    downstream.subscription().request(1);
    assertEquals(List.of(1, "completed"), delivered());
    assertEquals(List.of(), discarded, "it was refused, and is the caller's");
  }

  @Test
  void fullWithoutASubscriberTheStreamGoesOn() {
    List<Integer> own = new ArrayList<>();
    Sinks.Many<Integer> sink =
        ReactorSerializer.many(
            Serializer.<Integer>bounded(1, Overflow.DROP_NEWEST).onDiscard(own::add));
    emit(sink, 1);
    assertEquals(EmitResult.FAIL_ZERO_SUBSCRIBER, sink.tryEmitNext(2));
    sink.emitNext(3, FAIL_FAST);
    assertEquals(List.of(3), own);
    subscribe(sink);
    downstream.subscription().request(2);
    emit(sink, 4);
    assertEquals(List.of(1, 4), delivered());
  }

  @Test
  void emitNextDoesWhatOverflowSays() {
    Sinks.Many<Integer> sink = ofOne();
    subscribe(sink);
    sink.emitNext(1, FAIL_FAST);
    sink.emitNext(2, FAIL_FAST);
    assertEquals(List.of(2), discarded);
    downstream.subscription().request(1);
    assertEquals(List.of(1), delivered(), "the stream goes on");
  }

  @Test
  void aHandlerMayHaveItTriedAgain() {
    Sinks.Many<Integer> sink = ofOne();
    subscribe(sink);
    emit(sink, 1);
    List<EmitResult> results = new ArrayList<>();
    sink.emitNext(
        2,
        (signal, result) -> {
          downstream.subscription().request(1);
          return results.add(result);
        });
    assertEquals(List.of(EmitResult.FAIL_OVERFLOW), results);
    downstream.subscription().request(1);
    assertEquals(List.of(1, 2), delivered());
  }

  @Test
  void overflowMayEndTheStreamByItself() {
    Sinks.Many<Integer> sink =
        ReactorSerializer.many(Serializer.<Integer>bounded(1, Overflow.ERROR));
    subscribe(sink);
    emit(sink, 1);
    assertEquals(1, sink.currentSubscriberCount());
    sink.emitNext(2, FAIL_FAST);
    assertInstanceOf(IllegalStateException.class, delivered().get(0));
    assertEquals(List.of(1, 2), discarded.stream().sorted().toList());
    assertEquals(EmitResult.FAIL_TERMINATED, sink.tryEmitNext(3));
    assertEquals(List.of(), dropped);
    Sinks.Many<Integer> bare =
        ReactorSerializer.many(Serializer.<Integer>bounded(1, Overflow.ERROR));
    emit(bare, 1);
    assertEquals(EmitResult.FAIL_OVERFLOW, bare.tryEmitNext(2), "for that was the end");
  }

  @Test
  void theOldestMayGiveWay() {
    Sinks.Many<Integer> sink =
        ReactorSerializer.many(Serializer.<Integer>bounded(1, Overflow.DROP_OLDEST));
    subscribe(sink);
    emit(sink, 1, 2);
    downstream.subscription().request(1);
    assertEquals(List.of(2), delivered());
    assertEquals(List.of(1), discarded);
  }

  // After the end.

  @Test
  void afterTheTerminal() {
    Sinks.Many<Integer> sink = ReactorSerializer.many();
    subscribe(sink);
    sink.emitComplete(FAIL_FAST);
    sink.emitComplete(FAIL_FAST);
    assertEquals(EmitResult.FAIL_TERMINATED, sink.tryEmitNext(1));
    assertEquals(EmitResult.FAIL_TERMINATED, sink.tryEmitComplete());
    assertEquals(EmitResult.FAIL_TERMINATED, sink.tryEmitError(error));
    assertEquals(List.of(), dropped, "they were refused, and are the caller's");
    sink.emitNext(2, FAIL_FAST);
    sink.emitError(error, FAIL_FAST);
    assertEquals(List.of("completed"), delivered());
    assertEquals(List.of(2, error), dropped);
    assertEquals(0, sink.currentSubscriberCount());
  }

  @Test
  void afterACancellation() {
    Sinks.Many<Integer> sink = ReactorSerializer.many();
    subscribe(sink);
    assertEquals(1, sink.currentSubscriberCount());
    emit(sink, 1);
    downstream.subscription().cancel();
    assertEquals(EmitResult.FAIL_CANCELLED, sink.tryEmitNext(2));
    assertEquals(EmitResult.FAIL_CANCELLED, sink.tryEmitComplete());
    assertEquals(EmitResult.FAIL_CANCELLED, sink.tryEmitError(error));
    assertEquals(List.of(1), discarded);
    sink.emitNext(3, FAIL_FAST);
    sink.emitComplete(FAIL_FAST);
    sink.emitError(error, FAIL_FAST);
    assertEquals(List.of(1, 3), discarded, "by the context of the one that left");
    assertEquals(List.of(error), dropped);
    assertEquals(0, sink.currentSubscriberCount());
  }

  @Test
  void aSubscriberThatCancelsAtOnceHasWhatWaitsDiscarded() {
    Sinks.Many<Integer> sink = ReactorSerializer.many();
    emit(sink, 1);
    sink.asFlux()
        .doOnSubscribe(s -> s.cancel())
        .doOnDiscard(Integer.class, discarded::add)
        .subscribe();
    assertEquals(List.of(1), discarded);
  }

  @Test
  void aSubscriberThatThrowsEndsTheStream() {
    Sinks.Many<Integer> sink = ReactorSerializer.many();
    downstream.onSubscribe(s -> s.request(1));
    downstream.on(
        1,
        () -> {
          throw new IllegalArgumentException("boom");
        });
    sink.asFlux().subscribe(downstream);
    assertThrows(IllegalArgumentException.class, () -> sink.tryEmitNext(1));
    assertEquals(EmitResult.FAIL_CANCELLED, sink.tryEmitNext(2));
    assertEquals(0, sink.currentSubscriberCount());
  }

  @Test
  void nullIsThrownAtWhoBringsItAndChangesNothing() {
    Sinks.Many<Integer> sink = ReactorSerializer.many();
    assertThrows(NullPointerException.class, () -> sink.tryEmitNext(nothing()));
    assertThrows(NullPointerException.class, () -> sink.emitNext(nothing(), FAIL_FAST));
    assertThrows(NullPointerException.class, () -> sink.tryEmitError(nothing()));
    emit(sink, 1);
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // on purpose
  private static <N> N nothing() {
    return null;
  }

  // What it tells of itself.

  @Test
  void itIsScanned() {
    Sinks.Many<Integer> sink = ReactorSerializer.many();
    assertEquals(0, sink.currentSubscriberCount());
    assertEquals(0, sink.inners().count());
    assertEquals(Integer.MAX_VALUE, sink.scan(Attr.CAPACITY));
    assertEquals(1, ofOne().scan(Attr.CAPACITY));
    Disposable end = sink.asFlux().subscribe(i -> {}, thrown -> {});
    assertEquals(List.of(Scannable.from(end)), sink.inners().toList());
    assertEquals(sink, Scannable.from(end).scan(Attr.PARENT));
    assertEquals(end, sink.scan(Attr.ACTUAL));
    assertEquals(false, sink.scan(Attr.TERMINATED));
    sink.emitError(error, FAIL_FAST);
    assertEquals(true, sink.scan(Attr.TERMINATED));
    assertEquals(error, sink.scan(Attr.ERROR));
    assertEquals(false, sink.scan(Attr.CANCELLED));
    Sinks.Many<Integer> left = ReactorSerializer.many();
    left.asFlux().subscribe().dispose();
    assertEquals(true, left.scan(Attr.CANCELLED));
    assertEquals(false, left.scan(Attr.TERMINATED));
  }

  /** An item, a completion or a cancellation, at the same time: what is answered of the item is true. */
  @Test
  void whatIsAnsweredIsTrue() {
    for (int round = 0; round < 2_000; round++) {
      Sinks.Many<Integer> sink = ReactorSerializer.many();
      List<Integer> fates = Collections.synchronizedList(new ArrayList<>());
      RecordingSubscriber<Integer> end =
          new RecordingSubscriber<Integer>()
              .onSubscribe(s -> s.request(Long.MAX_VALUE))
              .onNext(fates::add);
      sink.asFlux().doOnDiscard(Integer.class, fates::add).subscribe(end);
      List<Integer> refused = Collections.synchronizedList(new ArrayList<>());
      Runnable producer =
          () -> {
            if (sink.tryEmitNext(1).isFailure()) {
              refused.add(1);
            }
          };
      Runnable ending = round % 2 == 0 ? sink::tryEmitComplete : () -> end.subscription().cancel();
      Race.run(round, producer, producer, ending);
      assertEquals(2, fates.size() + refused.size());
    }
  }
}
