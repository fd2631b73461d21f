package org.reactiveserializer.reactor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static reactor.core.publisher.Sinks.EmitFailureHandler.FAIL_FAST;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.Tap;
import org.reactiveserializer.testing.Effort;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

/**
 * Two items wait because nothing is requested, and then another call races with a cancellation. The
 * bridge delivers or discards each item exactly once, and no item is missing behind Reactor's
 * operators. ({@code publishOn} may discard an item twice.)
 */
@Tag("effort")
class DiscardTest {
  /** With the quick effort enough for all orders of three actions, see {@link Race}. */
  private static final int ROUNDS = Effort.rounds(320);

  private final List<Integer> ours = Collections.synchronizedList(new ArrayList<>());
  private final Set<Integer> ends = ConcurrentHashMap.newKeySet();
  private final RecordingSubscriber<Integer> downstream =
      new RecordingSubscriber<Integer>().onNext(ends::add);
  private final Serializer<Integer> settings =
      Serializer.<Integer>withDefaults().onDiscard(this::discard).onErrorDropped(lost -> {});
  private final Exception error = new Exception("the error");

  static Stream<Named<Function<Flux<Integer>, Flux<Integer>>>> behind() {
    return Stream.of(
        Named.of("none", flux -> flux),
        Named.of("conditional", flux -> flux.filter(i -> true)),
        Named.of("publishOn", flux -> flux.publishOn(Schedulers.immediate())),
        Named.of(
            "fused, conditional",
            flux -> flux.publishOn(Schedulers.immediate()).map(i -> i).filter(i -> true)),
        Named.of("twice", flux -> flux.transform(ReactorSerializer.serialize())));
  }

  /** The calls that race with the cancellation. */
  private enum Rival {
    REQUEST,
    TWO_PRODUCERS,
    PRODUCER,
    COMPLETION,
    ERROR
  }

  static Stream<Arguments> all() {
    return behind()
        .flatMap(chain -> Stream.of(Rival.values()).map(rival -> Arguments.of(chain, rival)));
  }

  @ParameterizedTest
  @MethodSource("all")
  void theOperator(Function<Flux<Integer>, Flux<Integer>> behind, Rival rival) {
    for (int round = 0; round < ROUNDS; round++) {
      Tap<Integer> raw = Tap.named("raw");
      play(
          round,
          Flux.from(raw).transform(ReactorSerializer.serialize(settings)),
          behind,
          rival,
          raw::next,
          raw::complete,
          () -> raw.fail(error));
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void theSink(Function<Flux<Integer>, Flux<Integer>> behind, Rival rival) {
    for (int round = 0; round < ROUNDS; round++) {
      Sinks.Many<Integer> sink = ReactorSerializer.many(settings);
      play(
          round,
          sink.asFlux(),
          behind,
          rival,
          item -> sink.emitNext(item, FAIL_FAST),
          sink::tryEmitComplete,
          () -> sink.tryEmitError(error));
    }
  }

  /** A full sink, whose overflow is an error of the stream. */
  @ParameterizedTest
  @MethodSource("behind")
  void theSinkThatOverflows(Function<Flux<Integer>, Flux<Integer>> behind) {
    Serializer<Integer> bounded =
        Serializer.<Integer>withDefaults().bounded(2, Overflow.ERROR).onDiscard(this::discard);
    for (int round = 0; round < ROUNDS; round++) {
      Sinks.Many<Integer> sink = ReactorSerializer.many(bounded);
      play(
          round,
          sink.asFlux(),
          behind,
          Rival.PRODUCER,
          item -> sink.emitNext(item, FAIL_FAST),
          () -> {},
          () -> {});
    }
  }

  private void discard(Integer item) {
    ours.add(item);
    ends.add(item);
  }

  private void play(
      int round,
      Flux<Integer> flux,
      Function<Flux<Integer>, Flux<Integer>> behind,
      Rival rival,
      Consumer<Integer> producer,
      Runnable completion,
      Runnable failure) {
    ours.clear();
    ends.clear();
    flux.doOnNext(ours::add)
        .transform(behind)
        .doOnDiscard(Integer.class, ends::add)
        .subscribe(downstream);
    producer.accept(1);
    producer.accept(2);
    Runnable request = () -> downstream.subscription().request(Long.MAX_VALUE);
    Runnable cancellation = () -> downstream.subscription().cancel();
    Runnable three = () -> List.of(3, 4, 5).forEach(producer);
    List<Integer> sent = List.of(1, 2, 3, 4, 5);
    switch (rival) {
      case REQUEST -> {
        three.run();
        Race.run(round, cancellation, request);
      }
      case TWO_PRODUCERS ->
          Race.run(
              round,
              () -> producer.accept(3),
              () -> List.of(4, 5).forEach(producer),
              request,
              cancellation);
      case PRODUCER -> Race.run(round, cancellation, three);
      case COMPLETION, ERROR -> {
        sent = List.of(1, 2);
        Race.run(round, cancellation, rival == Rival.ERROR ? failure : completion);
      }
    }
    Collections.sort(ours);
    assertEquals(sent, ours, () -> "round " + round);
    assertEquals(Set.copyOf(sent), ends, () -> "round " + round);
  }
}
