package org.reactiveserializer.reactor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static reactor.core.publisher.Sinks.EmitFailureHandler.FAIL_FAST;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.testing.Elsewhere;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.Scannable.Attr;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.core.publisher.Sinks.EmitResult;

/** A serializer in front of Reactor's own sinks, which several subscribers may have. */
class ManyFrontTest {
  private static final int EACH = 2_000;
  private static final int ALL = 4 * EACH;

  private final List<Integer> discarded = Collections.synchronizedList(new ArrayList<>());
  private final List<Throwable> dropped = Collections.synchronizedList(new ArrayList<>());
  private final List<Integer> got = Collections.synchronizedList(new ArrayList<>());

  private Serializer<Integer> settings() {
    return Serializer.<Integer>withDefaults()
        .onDiscard(discarded::add)
        .onErrorDropped(dropped::add);
  }

  @ParameterizedTest
  @ValueSource(strings = {"multicast", "best effort", "replay"})
  void eachOfTwoSubscribersGetsWhatFourThreadsEmit(String kind) {
    Sinks.Many<Integer> target =
        switch (kind) {
          case "multicast" -> Sinks.many().multicast().onBackpressureBuffer(ALL, false);
          case "best effort" -> Sinks.many().multicast().directBestEffort();
          default -> Sinks.many().replay().all();
        };
    SerialMany<Integer> many = ReactorSerializer.many(target, settings());
    var first = many.asFlux().collectList().toFuture();
    var second = many.asFlux().collectList().toFuture();
    assertEquals(2, many.currentSubscriberCount());
    Runnable producer =
        () ->
            IntStream.range(0, EACH)
                .forEach(item -> assertEquals(EmitResult.OK, many.tryEmitNext(item)));
    Race.run(0, producer, producer, producer, producer);
    assertEquals(EmitResult.OK, many.tryEmitComplete());
    assertEquals(ALL, first.join().size());
    assertEquals(first.join(), second.join());
    assertEquals(List.of(), discarded);
    assertEquals(ALL, many.stats().delivered());
  }

  @Test
  void theCallerGetsWhatTheTargetAnswers() {
    SerialMany<Integer> many =
        ReactorSerializer.many(Sinks.many().multicast().directBestEffort(), settings());
    assertEquals(EmitResult.FAIL_ZERO_SUBSCRIBER, many.tryEmitNext(1));
    assertEquals(List.of(), discarded); // the caller has it
    many.emitNext(2, FAIL_FAST); // this one returns nothing
    assertEquals(List.of(2), discarded);
    many.asFlux().subscribe(got::add);
    assertEquals(EmitResult.OK, many.tryEmitNext(3));
    assertEquals(List.of(3), got);
  }

  @Test
  void anItemThatIsRefusedAfterItsCallHasReturnedReachesTheHook() {
    SerialMany<Integer> many =
        ReactorSerializer.many(Sinks.many().multicast().directAllOrNothing(), settings());
    reactOnce(
        many,
        item ->
            Elsewhere.run(
                () ->
                    List.of(2, 3, 4)
                        .forEach(next -> assertEquals(EmitResult.OK, many.tryEmitNext(next)))));
    many.asFlux().subscribe(new RequestsTwo());
    assertEquals(EmitResult.OK, many.tryEmitNext(1));
    assertEquals(List.of(3, 4), discarded);
    assertEquals(EmitResult.FAIL_OVERFLOW, many.tryEmitNext(5));
    assertEquals(List.of(3, 4), discarded);
    assertEquals(2, many.stats().discarded());
  }

  private static final class RequestsTwo extends BaseSubscriber<Integer> {
    @Override
    protected void hookOnSubscribe(Subscription subscription) {
      subscription.request(2);
    }
  }

  private void reactOnce(SerialMany<Integer> many, Consumer<Integer> reaction) {
    many.asFlux()
        .subscribe(
            item -> {
              got.add(item);
              if (got.size() == 1) {
                reaction.accept(item);
              }
            });
  }

  @Test
  void withoutAHookWhatIsDiscardedForLackOfRoomIsReportedOnce() {
    SerialMany<Integer> many =
        ReactorSerializer.many(
            Sinks.many().multicast().directAllOrNothing(),
            Serializer.<Integer>withDefaults().named("prices").onErrorDropped(dropped::add));
    many.asFlux().subscribe(new RequestsTwo());
    many.asFlux()
        .subscribe(
            item -> {
              if (item == 1) { // these wait, so they were accepted
                List.of(2, 3, 4, 5).forEach(i -> assertEquals(EmitResult.OK, many.tryEmitNext(i)));
              }
            });
    assertEquals(EmitResult.OK, many.tryEmitNext(1));
    assertEquals(3, many.stats().discarded());
    assertEquals(1, dropped.size());
    assertTrue(dropped.get(0).toString().contains("SerialMany[prices] discards items"));
  }

  /** As Reactor's own. */
  @Test
  void emitNextEndsTheStreamIfTheTargetIsFull() {
    SerialMany<Integer> many =
        ReactorSerializer.many(
            Sinks.many().unicast().onBackpressureBuffer(new ArrayBlockingQueue<>(1)));
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    downstream.onSubscribe(subscription -> {});
    many.asFlux().subscribe(downstream);
    many.emitNext(1, FAIL_FAST);
    many.emitNext(2, FAIL_FAST);
    assertEquals(EmitResult.FAIL_TERMINATED, many.tryEmitNext(3));
    downstream.subscription().request(1);
    assertEquals(List.of("subscribed", 1), downstream.signals().subList(0, 2));
    assertTrue(Exceptions.isOverflow((Throwable) downstream.signals().get(2)));
  }

  @Test
  void aRefusedItemWhoseCallThrowsReachesTheHook() {
    InternalError failure = new InternalError("on purpose");
    List<Sinks.Many<Integer>> front = new ArrayList<>();
    Sinks.Many<Integer> target =
        new RefusingMany(
            item -> {
              if (item == 1) {
                Elsewhere.run(() -> front.get(0).tryEmitNext(2));
                return EmitResult.FAIL_OVERFLOW;
              }
              throw failure;
            });
    SerialMany<Integer> many = ReactorSerializer.many(target, settings());
    front.add(many);
    assertEquals(failure, assertThrows(InternalError.class, () -> many.tryEmitNext(1)));
    assertEquals(List.of(1), discarded);
  }

  /** A target that answers as a test says. */
  private record RefusingMany(Function<Integer, EmitResult> answer) implements Sinks.Many<Integer> {
    @Override
    public EmitResult tryEmitNext(Integer item) {
      return answer.apply(item);
    }

    @Override
    public EmitResult tryEmitComplete() {
      return EmitResult.OK;
    }

    @Override
    public EmitResult tryEmitError(Throwable error) {
      return EmitResult.OK;
    }

    @Override
    public void emitNext(Integer item, Sinks.EmitFailureHandler handler) {}

    @Override
    public void emitComplete(Sinks.EmitFailureHandler handler) {}

    @Override
    public void emitError(Throwable error, Sinks.EmitFailureHandler handler) {}

    @Override
    public int currentSubscriberCount() {
      return 0;
    }

    @Override
    public Flux<Integer> asFlux() {
      return Flux.never();
    }

    @Override
    @SuppressWarnings("rawtypes") // Reactor's
    public @Nullable Object scanUnsafe(Attr key) {
      return null;
    }
  }

  @Test
  void anItemThatASubscriberEmitsFollows() {
    SerialMany<Integer> many =
        ReactorSerializer.many(Sinks.many().multicast().directAllOrNothing(), settings());
    reactOnce(many, item -> assertEquals(EmitResult.OK, many.tryEmitNext(item + 1)));
    assertEquals(EmitResult.OK, many.tryEmitNext(1));
    assertEquals(List.of(1, 2), got);
  }

  @Test
  void theSubscribersMayGoAndComeAgain() {
    SerialMany<Integer> many =
        ReactorSerializer.many(Sinks.many().multicast().directBestEffort(), settings());
    for (int i = 0; i < 3; i++) {
      var subscription = many.asFlux().subscribe(got::add);
      assertEquals(EmitResult.OK, many.tryEmitNext(i));
      subscription.dispose();
      assertEquals(EmitResult.FAIL_ZERO_SUBSCRIBER, many.tryEmitNext(-1));
    }
    assertEquals(List.of(0, 1, 2), got);
  }

  @Test
  void theEndIsTheTargets() {
    Exception error = new Exception("the error");
    SerialMany<Integer> many = ReactorSerializer.many(Sinks.many().replay().all(), settings());
    many.tryEmitNext(1);
    many.emitError(error, FAIL_FAST);
    many.emitError(new Exception("late"), FAIL_FAST);
    assertEquals("late", dropped.get(0).getMessage());
    assertEquals(EmitResult.FAIL_TERMINATED, many.tryEmitNext(2));
    assertEquals(EmitResult.FAIL_TERMINATED, many.tryEmitComplete());
    assertEquals(1, many.stats().refused());
    many.asFlux().onErrorResume(thrown -> Flux.just(thrown == error ? 7 : 8)).subscribe(got::add);
    assertEquals(List.of(1, 7), got);
    assertEquals(true, many.scan(Attr.TERMINATED));
  }

  @Test
  void abandoning() {
    SerialMany<Integer> many =
        ReactorSerializer.many(Sinks.many().multicast().directBestEffort(), settings());
    List<Throwable> errors = new ArrayList<>();
    many.asFlux().subscribe(got::add, errors::add);
    many.abandon();
    assertInstanceOf(CancellationException.class, errors.get(0));
    assertEquals(EmitResult.FAIL_TERMINATED, many.tryEmitNext(1));
  }

  @Test
  void aBoundLimitsWhatWaitsInFrontOfTheTarget() {
    SerialMany<Integer> many =
        ReactorSerializer.many(
            Sinks.many().multicast().directBestEffort(),
            settings().bounded(1, Overflow.DROP_NEWEST));
    reactOnce(
        many,
        item ->
            Elsewhere.run(
                () -> {
                  assertEquals(EmitResult.OK, many.tryEmitNext(2));
                  assertEquals(1, many.backlog());
                  assertEquals(EmitResult.FAIL_OVERFLOW, many.tryEmitNext(3));
                  many.emitNext(4, FAIL_FAST);
                }));
    many.tryEmitNext(1);
    assertEquals(List.of(1, 2), got);
    assertEquals(List.of(4), discarded);
    assertTrue(dropped.isEmpty());
  }

  /** Also if the target has a loop, which an exception would leave in the middle. */
  static List<Sinks.Many<Integer>> targets() {
    return List.of(
        Sinks.many().multicast().directBestEffort(),
        Sinks.many().multicast().directAllOrNothing(),
        Sinks.many().multicast().onBackpressureBuffer(),
        Sinks.many().replay().all());
  }

  @ParameterizedTest
  @MethodSource("targets")
  void aSubscriberThatThrowsEndsTheStreamForAll(Sinks.Many<Integer> target) {
    SerialMany<Integer> many = ReactorSerializer.many(target, settings());
    List<Throwable> ended = new ArrayList<>();
    many.asFlux().subscribe(got::add, ended::add);
    many.asFlux()
        .subscribe(
            new CoreSubscriber<>() {
              @Override
              public void onSubscribe(Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
              }

              @Override
              public void onNext(Integer item) {
                throw new IllegalStateException("thrown");
              }

              @Override
              public void onError(Throwable error) {}

              @Override
              public void onComplete() {}
            });
    assertThrows(IllegalStateException.class, () -> many.tryEmitNext(1));
    assertEquals(EmitResult.FAIL_CANCELLED, many.tryEmitNext(2));
    assertEquals(List.of(1), got);
    assertEquals(1, ended.size());
  }

  /** The message names the sink behind the front, which is not full here. */
  @Test
  void aFullFrontDoesNotBlameItsTarget() {
    List<SerialMany<Integer>> front = new ArrayList<>();
    Sinks.Many<Integer> target =
        new RefusingMany(
            item -> {
              Elsewhere.run(() -> front.get(0).emitNext(item + 1, FAIL_FAST)); // waits
              Elsewhere.run(() -> front.get(0).emitNext(item + 2, FAIL_FAST)); // finds no room
              return EmitResult.OK;
            });
    Serializer<Integer> one =
        Serializer.<Integer>withDefaults()
            .bounded(1, Overflow.DROP_NEWEST)
            .drainLimit(1, task -> {})
            .onErrorDropped(dropped::add);
    SerialMany<Integer> many = ReactorSerializer.many(target, one);
    front.add(many);
    assertEquals(EmitResult.OK, many.tryEmitNext(1));
    assertEquals(List.of(), dropped);
    assertTrue(many.stats().discarded() > 0);
  }

  @Test
  void anItemThatComesAfterTheEndIsCounted() {
    SerialMany<Integer> front = ReactorSerializer.many(Sinks.many().replay().<Integer>all());
    SerialMany<Integer> one = ReactorSerializer.many();
    for (SerialMany<Integer> many : List.of(front, one)) {
      many.tryEmitComplete();
      many.emitNext(1, FAIL_FAST);
      assertEquals(1, many.stats().refused());
    }
  }
}
