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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.Tap;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

/**
 * Two producers, the first request and a cancellation at once. An item leaves us once, delivered or discarded; and
 * behind Reactor's operators none is missing. (Its {@code publishOn} may discard one twice.)
 */
class DiscardTest {
  private static final int ROUNDS = 300;

  private final List<Integer> ours = Collections.synchronizedList(new ArrayList<>());
  private final Set<Integer> ends = ConcurrentHashMap.newKeySet();
  private final RecordingSubscriber<Integer> downstream =
      new RecordingSubscriber<Integer>().onNext(ends::add);
  private final Serializer<Integer> settings =
      Serializer.<Integer>unbounded()
          .onDiscard(
              item -> {
                ours.add(item);
                ends.add(item);
              });

  static Stream<Named<Function<Flux<Integer>, Flux<Integer>>>> behind() {
    return Stream.of(
        Named.of("none", flux -> flux),
        Named.of("conditional", flux -> flux.filter(i -> true)),
        Named.of("publishOn", flux -> flux.publishOn(Schedulers.immediate())),
        Named.of("fused, conditional", flux ->
            flux.publishOn(Schedulers.immediate()).map(i -> i).filter(i -> true)),
        Named.of("twice", flux -> flux.transform(ReactorSerializer.serialize())));
  }

  @ParameterizedTest
  @MethodSource("behind")
  void theOperator(Function<Flux<Integer>, Flux<Integer>> behind) {
    for (int round = 0; round < ROUNDS; round++) {
      Tap<Integer> raw = Tap.named("raw");
      play(
          round,
          Flux.from(raw).transform(ReactorSerializer.serialize(settings)),
          behind,
          raw::next);
    }
  }

  @ParameterizedTest
  @MethodSource("behind")
  void theSink(Function<Flux<Integer>, Flux<Integer>> behind) {
    for (int round = 0; round < ROUNDS; round++) {
      Sinks.Many<Integer> sink = ReactorSerializer.many(settings);
      play(round, sink.asFlux(), behind, item -> sink.emitNext(item, FAIL_FAST));
    }
  }

  private void play(
      int round,
      Flux<Integer> flux,
      Function<Flux<Integer>, Flux<Integer>> behind,
      Consumer<Integer> producer) {
    ours.clear();
    ends.clear();
    flux.doOnNext(ours::add)
        .transform(behind)
        .doOnDiscard(Integer.class, ends::add)
        .subscribe(downstream);
    Race.run(
        round,
        () -> producer.accept(1),
        () -> producer.accept(2),
        () -> downstream.subscription().request(Long.MAX_VALUE),
        () -> downstream.subscription().cancel());
    Collections.sort(ours);
    assertEquals(List.of(1, 2), ours, () -> "round " + round);
    assertEquals(Set.of(1, 2), ends, () -> "round " + round);
  }
}
