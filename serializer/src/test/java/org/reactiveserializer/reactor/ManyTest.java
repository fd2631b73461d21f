package org.reactiveserializer.reactor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.reactiveserializer.reactor.ManyScene.emit;
import static reactor.core.publisher.Sinks.EmitFailureHandler.FAIL_FAST;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.testing.Effort;
import org.reactiveserializer.testing.Elsewhere;
import reactor.core.Scannable.Attr;
import reactor.core.publisher.Sinks;
import reactor.core.publisher.Sinks.EmitResult;
import reactor.core.scheduler.Schedulers;

/** The sink: the results and signals of Reactor's unicast sink, and the differences. */
class ManyTest {
  @RegisterExtension final ManyScene scene = new ManyScene();

  private final Throwable error = new Exception("the error");

  @Test
  void emittingMeanwhileReturnsOk() {
    Sinks.Many<Integer> sink = ReactorSerializer.many();
    scene.downstream.onSubscribe(s -> s.request(Long.MAX_VALUE));
    scene.downstream.on(
        1,
        () ->
            Elsewhere.run(
                () -> {
                  emit(sink, 2);
                  assertEquals(EmitResult.OK, sink.tryEmitComplete());
                }));
    scene.subscribe(sink);
    emit(sink, 1);
    assertEquals(List.of(1, 2, "completed"), scene.delivered());
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

  @Test
  void signalsBeforeTheSubscriberWaitTheErrorBehindTheItems() {
    Sinks.Many<Integer> sink = ReactorSerializer.many();
    emit(sink, 1, 2);
    assertEquals(EmitResult.OK, sink.tryEmitError(error));
    scene.downstream.onSubscribe(s -> s.request(Long.MAX_VALUE));
    scene.subscribe(sink);
    assertEquals(List.of(1, 2, error), scene.delivered());
  }

  @Test
  void aCompletionFromBeforeTheSubscriber() {
    Sinks.Many<Integer> sink = ReactorSerializer.many();
    emit(sink, 1);
    sink.emitComplete(FAIL_FAST);
    assertEquals(List.of(1), sink.asFlux().collectList().block());
  }

  @Test
  void demandIsRespected() {
    Sinks.Many<Integer> sink = ReactorSerializer.many();
    scene.subscribe(sink);
    scene.downstream.subscription().request(2);
    emit(sink, 1, 2, 3, 4);
    sink.emitComplete(FAIL_FAST);
    assertEquals(List.of(1, 2), scene.delivered());
    assertEquals(2, sink.scan(Attr.BUFFERED));
    scene.downstream.subscription().request(2);
    assertEquals(List.of(1, 2, 3, 4, "completed"), scene.delivered());
  }

  @Test
  void afterTheTerminal() {
    Sinks.Many<Integer> sink = ReactorSerializer.many();
    scene.subscribe(sink);
    sink.emitComplete(FAIL_FAST);
    sink.emitComplete(FAIL_FAST);
    assertEquals(EmitResult.FAIL_TERMINATED, sink.tryEmitNext(1));
    assertEquals(EmitResult.FAIL_TERMINATED, sink.tryEmitComplete());
    assertEquals(EmitResult.FAIL_TERMINATED, sink.tryEmitError(error));
    assertEquals(List.of(), scene.dropped, "refused: the caller keeps them");
    sink.emitNext(2, FAIL_FAST);
    sink.emitError(error, FAIL_FAST);
    assertEquals(List.of("completed"), scene.delivered());
    assertEquals(List.of(2, error), scene.dropped);
    assertEquals(0, sink.currentSubscriberCount());
  }

  @Test
  void afterACancellation() {
    Sinks.Many<Integer> sink = ReactorSerializer.many();
    scene.subscribe(sink);
    assertEquals(1, sink.currentSubscriberCount());
    emit(sink, 1);
    scene.downstream.subscription().cancel();
    assertEquals(EmitResult.FAIL_CANCELLED, sink.tryEmitNext(2));
    assertEquals(EmitResult.FAIL_CANCELLED, sink.tryEmitComplete());
    assertEquals(EmitResult.FAIL_CANCELLED, sink.tryEmitError(error));
    assertEquals(List.of(1), scene.discarded);
    sink.emitNext(3, FAIL_FAST);
    sink.emitComplete(FAIL_FAST);
    sink.emitError(error, FAIL_FAST);
    assertEquals(
        List.of(1, 3), scene.discarded, "by the hook in the context of the cancelled subscriber");
    assertEquals(List.of(error), scene.dropped);
    assertEquals(0, sink.currentSubscriberCount());
  }

  @Test
  void aSubscriberThatCancelsAtOnceHasTheWaitingItemsDiscarded() {
    Sinks.Many<Integer> sink = ReactorSerializer.many();
    emit(sink, 1);
    sink.asFlux()
        .doOnSubscribe(s -> s.cancel())
        .doOnDiscard(Integer.class, scene.discarded::add)
        .subscribe();
    assertEquals(List.of(1), scene.discarded);
  }

  @Test
  void aSubscriberThatThrowsEndsTheStream() {
    Sinks.Many<Integer> sink = ReactorSerializer.many();
    scene.downstream.onSubscribe(s -> s.request(1));
    scene.downstream.on(
        1,
        () -> {
          throw new IllegalArgumentException("boom");
        });
    sink.asFlux().subscribe(scene.downstream);
    assertThrows(IllegalArgumentException.class, () -> sink.tryEmitNext(1));
    assertEquals(EmitResult.FAIL_CANCELLED, sink.tryEmitNext(2));
    assertEquals(0, sink.currentSubscriberCount());
  }

  @Test
  void nullThrowsToTheCallerAndChangesNothing() {
    Sinks.Many<Integer> sink = ReactorSerializer.many();
    assertThrows(NullPointerException.class, () -> sink.tryEmitNext(nothing()));
    assertThrows(NullPointerException.class, () -> sink.emitNext(nothing(), FAIL_FAST));
    assertThrows(NullPointerException.class, () -> sink.tryEmitError(nothing()));
    emit(sink, 1);
  }

  /** Items race with a completion or a cancellation: the results of the items are true. */
  @Test
  @Tag("effort")
  void resultsAreTrue() {
    for (int round = 0; round < Effort.rounds(2_000); round++) {
      Sinks.Many<Integer> sink = ReactorSerializer.many();
      List<Integer> outcomes = Collections.synchronizedList(new ArrayList<>());
      RecordingSubscriber<Integer> end =
          new RecordingSubscriber<Integer>()
              .onSubscribe(s -> s.request(Long.MAX_VALUE))
              .onNext(outcomes::add);
      sink.asFlux().doOnDiscard(Integer.class, outcomes::add).subscribe(end);
      List<Integer> refused = Collections.synchronizedList(new ArrayList<>());
      IntFunction<Runnable> producer =
          item ->
              () -> {
                if (sink.tryEmitNext(item).isFailure()) {
                  refused.add(item);
                }
              };
      Runnable ending = round % 2 == 0 ? sink::tryEmitComplete : () -> end.subscription().cancel();
      Race.run(round, producer.apply(1), producer.apply(2), ending);
      outcomes.addAll(refused);
      Collections.sort(outcomes);
      assertEquals(List.of(1, 2), outcomes);
    }
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // on purpose
  private static <N> N nothing() {
    return null;
  }

  // The hooks that get late signals.

  @Test
  void theSubscribersOwnHooksPrecedeTheGlobalOnesAlsoAfterTheEnd() {
    List<Object> own = new ArrayList<>();
    Consumer<Object> place = own::add;
    Sinks.Many<Integer> sink = ReactorSerializer.many();
    sink.asFlux()
        .contextWrite(
            context ->
                context
                    .put("reactor.onNextDropped.local", place)
                    .put("reactor.onErrorDropped.local", place))
        .subscribe(scene.downstream);
    sink.emitComplete(FAIL_FAST);
    sink.emitNext(1, FAIL_FAST);
    sink.emitError(error, FAIL_FAST);
    assertEquals(List.of(1, error), own);
    assertEquals(List.of(), scene.dropped);
  }

  @Test
  void itemsOvertakenByAnImmediateErrorAreDiscardedWithoutASubscriber() {
    List<Object> own = new ArrayList<>();
    Sinks.Many<Integer> sink =
        ReactorSerializer.many(
            Serializer.<Integer>withDefaults().errors(ErrorMode.IMMEDIATE).onDiscard(own::add));
    emit(sink, 1, 2);
    assertEquals(EmitResult.OK, sink.tryEmitError(error));
    assertEquals(List.of(1, 2), own);
    scene.subscribe(sink);
    assertEquals(List.of(error), scene.delivered());
  }

  @Test
  void theSerializersOwnHooksTakePrecedence() {
    List<Object> own = new ArrayList<>();
    Sinks.Many<Integer> sink =
        ReactorSerializer.many(
            Serializer.<Integer>withDefaults().onDiscard(own::add).onErrorDropped(own::add));
    scene.subscribe(sink);
    sink.emitComplete(FAIL_FAST);
    sink.emitNext(1, FAIL_FAST);
    sink.emitError(error, FAIL_FAST);
    assertEquals(List.of(1, error), own);
    assertEquals(List.of(), scene.dropped);
    assertEquals(List.of(), scene.discarded);
  }
}
