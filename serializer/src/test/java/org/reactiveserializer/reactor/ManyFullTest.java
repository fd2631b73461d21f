package org.reactiveserializer.reactor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.reactiveserializer.reactor.ManyScene.emit;
import static reactor.core.publisher.Sinks.EmitFailureHandler.FAIL_FAST;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import reactor.core.Exceptions;
import reactor.core.publisher.Sinks;
import reactor.core.publisher.Sinks.EmitResult;

/** The full sink, and emit failure handlers. */
class ManyFullTest {
  @RegisterExtension final ManyScene scene = new ManyScene();

  @Test
  void fullWithASubscriber() {
    Sinks.Many<Integer> sink = ManyScene.ofOne();
    scene.subscribe(sink);
    emit(sink, 1);
    assertEquals(EmitResult.FAIL_OVERFLOW, sink.tryEmitNext(2));
    assertEquals(EmitResult.OK, sink.tryEmitComplete());
    scene.downstream.subscription().request(1);
    assertEquals(List.of(1, "completed"), scene.delivered());
    assertEquals(List.of(), scene.discarded, "refused: the caller keeps it");
  }

  @Test
  void fullWithoutASubscriberTheStreamGoesOn() {
    List<Integer> own = new ArrayList<>();
    Sinks.Many<Integer> sink =
        ReactorSerializer.many(
            Serializer.<Integer>withDefaults()
                .bounded(1, Overflow.DROP_NEWEST)
                .onDiscard(own::add));
    emit(sink, 1);
    assertEquals(EmitResult.FAIL_ZERO_SUBSCRIBER, sink.tryEmitNext(2));
    sink.emitNext(3, FAIL_FAST);
    assertEquals(List.of(3), own);
    scene.subscribe(sink);
    scene.downstream.subscription().request(2);
    emit(sink, 4);
    assertEquals(List.of(1, 4), scene.delivered());
  }

  /** As Reactor's own. */
  @Test
  void emitNextIntoAFullSinkEndsTheStream() {
    Sinks.Many<Integer> sink = ManyScene.ofOne();
    scene.subscribe(sink);
    sink.emitNext(1, FAIL_FAST);
    sink.emitNext(2, FAIL_FAST);
    assertEquals(List.of(2), scene.discarded);
    scene.downstream.subscription().request(1);
    assertEquals(1, scene.delivered().get(0));
    assertTrue(Exceptions.isOverflow((Throwable) scene.delivered().get(1)));
    assertEquals(EmitResult.FAIL_TERMINATED, sink.tryEmitNext(3));
    assertEquals(List.of(), scene.dropped);
  }

  @Test
  void aHandlerMayRequestARetry() {
    Sinks.Many<Integer> sink = ManyScene.ofOne();
    scene.subscribe(sink);
    emit(sink, 1);
    List<EmitResult> results = new ArrayList<>();
    sink.emitNext(
        2,
        (signal, result) -> {
          scene.downstream.subscription().request(1);
          return results.add(result);
        });
    assertEquals(List.of(EmitResult.FAIL_OVERFLOW), results);
    scene.downstream.subscription().request(1);
    assertEquals(List.of(1, 2), scene.delivered());
  }

  @Test
  void overflowMayEndTheStreamByItself() {
    Sinks.Many<Integer> sink =
        ReactorSerializer.many(
            Serializer.<Integer>withDefaults()
                .bounded(1, Overflow.ERROR)
                .errors(ErrorMode.IMMEDIATE));
    scene.subscribe(sink);
    emit(sink, 1);
    assertEquals(1, sink.currentSubscriberCount());
    sink.emitNext(2, FAIL_FAST);
    assertTrue(Exceptions.isOverflow((Throwable) scene.delivered().get(0)));
    assertEquals(List.of(1, 2), scene.discarded.stream().sorted().toList());
    assertEquals(EmitResult.FAIL_TERMINATED, sink.tryEmitNext(3));
    assertEquals(List.of(), scene.dropped);
    Sinks.Many<Integer> bare =
        ReactorSerializer.many(Serializer.<Integer>withDefaults().bounded(1, Overflow.ERROR));
    emit(bare, 1);
    assertEquals(
        EmitResult.FAIL_OVERFLOW, bare.tryEmitNext(2), "the overflow has ended the stream");
  }

  @Test
  void theOldestItemMayBeEvicted() {
    Sinks.Many<Integer> sink =
        ReactorSerializer.many(Serializer.<Integer>withDefaults().bounded(1, Overflow.DROP_OLDEST));
    scene.subscribe(sink);
    emit(sink, 1, 2);
    scene.downstream.subscription().request(1);
    assertEquals(List.of(2), scene.delivered());
    assertEquals(List.of(1), scene.discarded);
  }

  @Test
  void theSubscriberCountsUntilTheErrorIsSignalled() {
    Sinks.Many<Integer> sink =
        ReactorSerializer.many(
            Serializer.<Integer>withDefaults()
                .bounded(1, Overflow.ERROR)
                .errors(ErrorMode.DELAYED));
    scene.subscribe(sink);
    emit(sink, 1);
    assertEquals(EmitResult.FAIL_OVERFLOW, sink.tryEmitNext(2));
    assertEquals(1, sink.currentSubscriberCount());
    scene.downstream.subscription().request(1);
    assertEquals(1, scene.delivered().get(0));
    assertInstanceOf(IllegalStateException.class, scene.delivered().get(1));
    assertEquals(0, sink.currentSubscriberCount());
  }

  /**
   * For each signal and each result: with the name of the signal, until the handler returns false.
   */
  @Test
  void aHandlerIsCalledUntilItReturnsFalse() {
    List<Object> calls = new ArrayList<>();
    Sinks.EmitFailureHandler thrice =
        (signal, result) -> {
          calls.add(signal.name() + ' ' + result);
          return calls.size() % 3 != 0;
        };
    Sinks.Many<Integer> sink = ManyScene.ofOne();
    emit(sink, 1);
    sink.emitNext(2, thrice);
    sink.tryEmitComplete();
    sink.emitNext(3, thrice);
    sink.emitComplete(thrice);
    Exception error = new Exception("the error");
    sink.emitError(error, thrice);
    scene.subscribe(sink);
    scene.downstream.subscription().cancel();
    sink.emitComplete(thrice);
    assertEquals(
        List.of(
            "ON_NEXT FAIL_ZERO_SUBSCRIBER",
            "ON_NEXT FAIL_TERMINATED",
            "ON_COMPLETE FAIL_TERMINATED",
            "ON_ERROR FAIL_TERMINATED",
            "ON_COMPLETE FAIL_CANCELLED"),
        calls.stream().distinct().toList());
    assertEquals(15, calls.size());
    assertEquals(List.of(3, error), scene.dropped);
  }

  /**
   * Reactor's own handler retries only after a concurrent emission, which a full sink does not
   * report.
   */
  @Test
  void aBusyLoopEndsAtOnce() {
    Sinks.Many<Integer> sink = ManyScene.ofOne();
    scene.subscribe(sink);
    Sinks.EmitFailureHandler loop = Sinks.EmitFailureHandler.busyLooping(Duration.ofDays(1));
    sink.emitNext(1, loop);
    sink.emitNext(2, loop);
    sink.emitComplete(loop);
    assertEquals(List.of(2), scene.discarded);
    scene.downstream.subscription().request(1);
    assertTrue(Exceptions.isOverflow((Throwable) scene.delivered().get(1)));
  }

  /** An exception of a handler is thrown to the caller, as in Reactor. */
  @Test
  void aHandlerMayThrow() {
    Sinks.Many<Integer> sink = ManyScene.ofOne();
    emit(sink, 1);
    IllegalStateException boom = new IllegalStateException("boom");
    Sinks.EmitFailureHandler throwing =
        (signal, result) -> {
          throw boom;
        };
    assertSame(boom, assertThrows(IllegalStateException.class, () -> sink.emitNext(2, throwing)));
    scene.subscribe(sink);
    scene.downstream.subscription().request(1);
    assertEquals(List.of(1), scene.delivered(), "the stream goes on");
  }
}
