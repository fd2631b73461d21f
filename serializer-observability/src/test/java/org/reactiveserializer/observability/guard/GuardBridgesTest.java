package org.reactiveserializer.observability.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Context;
import io.smallrye.mutiny.Multi;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.observability.Threads;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/** The guard as an operator of each library: nothing before it hides what the upstream does. */
class GuardBridgesTest {
  private static final Object KEY = "key";

  private final List<String> rules = Collections.synchronizedList(new ArrayList<>());
  private final SerialGuard guard =
      SerialGuard.withDefaults().onBreach(breach -> rules.add(breach.rule()));
  private final Upstream raw = new Upstream();
  private final Downstream downstream = new Downstream();

  private Publisher<Integer> watched(String library) {
    return switch (library) {
      case "rxjava" -> Flowable.fromPublisher(raw).compose(RxGuard.watch(guard));
      case "reactor" -> Flux.from(raw).transform(ReactorGuard.watch(guard));
      case "mutiny" ->
          FlowAdapters.toPublisher(
              Multi.createFrom()
                  .<Integer>safePublisher(FlowAdapters.toFlowPublisher(raw))
                  .plug(MutinyGuard.watch(guard)));
      case "flow" ->
          FlowAdapters.toPublisher(FlowGuard.watch(FlowAdapters.toFlowPublisher(raw), guard));
      default -> throw new AssertionError(library);
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"rxjava", "reactor", "mutiny", "flow"})
  void eachBreachIsReported(String library) {
    downstream.onSubscribe = subscription -> subscription.request(2);
    downstream.on(1, () -> Threads.elsewhere(() -> raw.next(2)));
    watched(library).subscribe(downstream);
    raw.next(1);
    assertEquals(List.of("§1.3"), rules);
    raw.next(3);
    assertEquals(List.of("§1.3", "§1.1"), rules);
    raw.subscriber().onComplete();
    assertEquals(List.of(2L), raw.calls());
    List<Object> signals = downstream.signals(); // libraries drop item 2 behind the guard
    assertEquals(List.of(3, "completed"), signals.subList(signals.size() - 2, signals.size()));
  }

  @Test
  void theContextReachesTheSource() {
    Flux<Object> flux =
        Flux.deferContextual(context -> Flux.just(context.<Object>get(KEY)))
            .transform(ReactorGuard.watch(guard))
            .contextWrite(context -> context.put(KEY, "value"));
    assertEquals("value", flux.blockLast());
    List<Object> got = new ArrayList<>();
    Multi.createFrom()
        .context(context -> Multi.createFrom().item(context.<Object>get(KEY)))
        .plug(MutinyGuard.watch(guard))
        .subscribe()
        .with(Context.from(Map.of(KEY, "value")), got::add);
    assertEquals(List.of("value"), got);
    assertEquals(List.of(), rules);
  }
}
