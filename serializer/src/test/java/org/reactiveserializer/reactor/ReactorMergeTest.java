package org.reactiveserializer.reactor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Merge;
import org.reactiveserializer.support.MergeRules;
import org.reactiveserializer.support.Range;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;

/** The merge: the rules that all bridges share, and those of this bridge. */
class ReactorMergeTest extends MergeRules {
  private static final String KEY = "key";

  @BeforeEach
  void hook() {
    Hooks.onErrorDropped(dropped::add);
  }

  @AfterEach
  void unhook() {
    Hooks.resetOnErrorDropped();
    Hooks.resetOnEachOperator();
    Hooks.resetOnLastOperator();
  }

  @Override
  protected <S> void merge(
      Merge<Integer> settings,
      Publisher<S> source,
      Function<S, @Nullable Publisher<Integer>> mapper,
      Consumer<S> onDiscardOuter,
      Subscriber<Integer> end) {
    Flux.<S>from(source)
        .transform(
            items ->
                ReactorSerializer.flux(
                    settings.flatMap(items, item -> flux(mapper.apply(item)), onDiscardOuter)))
        .doOnDiscard(Integer.class, discarded::add)
        .subscribe(end);
  }

  @SuppressWarnings("NullAway") // a mapper may return null
  private static Publisher<Integer> flux(@Nullable Publisher<Integer> raw) {
    return raw == null ? null : Flux.from(raw);
  }

  @Test
  void theMergesOwnHookForItemsTakesPrecedence() {
    List<Object> own = new ArrayList<>();
    merged(any().onDiscard(own::add));
    downstream.subscription().cancel();
    a.next(1);
    assertEquals(List.of(1), own);
    assertEquals(List.of(), discarded);
  }

  @Test
  void withoutAHookOuterItemsGoToTheContexts() {
    Flux.from(outer)
        .transform(
            items ->
                ReactorSerializer.flux(
                    Merge.withDefaults().flatMap(items, source -> source == b ? null : source)))
        .doOnDiscard(Object.class, released::add)
        .subscribe(downstream);
    outer.next(a, b);
    assertEquals(List.of(b), released);
  }

  @Test
  void theContextReachesAllSources() {
    Flux<Object> source = Flux.deferContextual(context -> Flux.just(context.<Object>get(KEY)));
    for (Flux<Object> merged :
        List.<Flux<Object>>of(
            ReactorSerializer.flux(Merge.withDefaults().of(List.of(source, source))),
            source.transform(
                items ->
                    ReactorSerializer.flux(
                        Merge.withDefaults().flatMap(items, item -> Flux.just(item, item)))),
            Flux.just(1, 2)
                .transform(
                    items ->
                        ReactorSerializer.flux(
                            Merge.withDefaults().flatMap(items, item -> source))))) {
      assertEquals(
          List.of("value", "value"),
          merged.contextWrite(context -> context.put(KEY, "value")).collectList().block());
    }
  }

  @Test
  void theContextIsAvailableAfterTheEndToo() {
    Flux.from(outer)
        .transform(
            items -> ReactorSerializer.flux(Merge.withDefaults().flatMap(items, source -> source)))
        .contextWrite(context -> context.put(KEY, "value"))
        .subscribe(downstream);
    outer.next(a);
    downstream.subscription().cancel();
    for (Subscriber<?> subscriber : List.of(outer.subscriber(), a.subscriber())) {
      assertEquals(
          "value", assertInstanceOf(CoreSubscriber.class, subscriber).currentContext().get(KEY));
    }
  }

  @Test
  void aSubscribersOwnHookForDroppedErrorsPrecedesTheGlobalOne() {
    List<Object> own = new ArrayList<>();
    Consumer<Throwable> place = own::add;
    ReactorSerializer.flux(Merge.withDefaults().of(List.of(Flux.from(a))))
        .contextWrite(context -> context.put("reactor.onErrorDropped.local", place))
        .subscribe(downstream);
    downstream.subscription().cancel();
    a.fail(error);
    assertEquals(List.of(error), own);
    assertEquals(List.of(), dropped);
  }

  @Test
  void everyFactoryMethodTakesEverySource() {
    Merge<Object> merge = Merge.withDefaults();
    Flux<Integer> one = Flux.just(1);
    Publisher<Integer> two = new Range(2, 1);
    assertEquals(List.of(1, 2), list(ReactorSerializer.flux(merge.of(List.of(one, two)))));
    assertEquals(List.of(1, 2), list(ReactorSerializer.flux(merge.of(List.of(one, two)))));
    assertEquals(
        List.of(1, 1),
        list(
            Flux.just(one, one)
                .transform(
                    items -> ReactorSerializer.flux(merge.flatMap(items, source -> source)))));
    assertEquals(
        List.of(1, -1, 2, -2),
        list(
            Flux.range(1, 2)
                .transform(
                    items -> ReactorSerializer.flux(merge.flatMap(items, i -> Flux.just(i, -i))))));
    assertEquals(
        List.of(1, 1),
        list(
            Mono.just(0)
                .flux()
                .transform(
                    items -> ReactorSerializer.flux(merge.flatMap(items, i -> Flux.just(1, 1))))));
    assertEquals(
        List.of(1, 1, 1),
        list(
            Flux.from(new Range(1, 3))
                .transform(
                    items ->
                        ReactorSerializer.flux(
                            Merge.withDefaults().concurrency(1).flatMap(items, i -> one)))));
  }

  private static @Nullable List<Integer> list(Flux<Integer> merged) {
    return merged.collectList().block();
  }

  @Test
  void sourcesThatFuseOrHaveNoItems() {
    Merge<Object> merge = Merge.withDefaults();
    assertEquals(
        List.of(1, 2, 3, 4),
        list(
            ReactorSerializer.flux(
                merge.of(
                    List.of(
                        Mono.empty(),
                        Mono.just(1),
                        Mono.fromCallable(() -> 2),
                        Flux.range(3, 2))))));
    assertEquals(
        List.of(2, 4),
        list(
            ReactorSerializer.flux(
                merge.of(List.of(Flux.range(1, 2).map(i -> i * 2).filter(i -> true))))));
    assertEquals(List.of(), list(ReactorSerializer.flux(merge.of(List.of()))));
    Mono<Integer> failing =
        Mono.fromCallable(
            () -> {
              throw new IOException("on purpose");
            });
    Throwable thrown =
        assertThrows(
            RuntimeException.class, () -> list(ReactorSerializer.flux(merge.of(List.of(failing)))));
    assertInstanceOf(IOException.class, thrown.getCause());
  }

  @Test
  void theAssemblyHooksSeeEachMergeOnceAndTheLastHookOnlyTheLastOperator() {
    Flux<Integer> source = Flux.just(1).hide();
    List<Object> seen = new ArrayList<>();
    List<Object> last = new ArrayList<>();
    Hooks.onEachOperator(
        publisher -> {
          seen.add(publisher);
          return publisher;
        });
    Hooks.onLastOperator(
        publisher -> {
          last.add(publisher);
          return publisher;
        });
    Flux<Integer> merged =
        ReactorSerializer.flux(Merge.<Integer>withDefaults().of(List.of(source)));
    Flux<Integer> mapped =
        ReactorSerializer.flux(Merge.withDefaults().flatMap(source, i -> source));
    assertEquals(List.of(merged, mapped), seen);
    merged.subscribe(downstream);
    // An inner source is the last operator of its own chain, as with Reactor's operator.
    assertEquals(List.of(merged, source), last);
  }

  /** Otherwise Reactor would signal it to the downstream, beside the signals of the merge. */
  @Test
  void anExceptionOfADownstreamInOnSubscribeIsDropped() {
    IllegalStateException thrown = new IllegalStateException("boom");
    RecordingSubscriber<Integer> throwing =
        new RecordingSubscriber<Integer>()
            .onSubscribe(
                s -> {
                  throw thrown;
                });
    merge(any(), outer, source -> source, released::add, throwing);
    assertEquals(List.of("subscribed"), throwing.signals());
    assertEquals(List.of(thrown), dropped);
  }

  @Test
  @SuppressWarnings("NullAway") // on purpose
  void nullIsRefusedWhenTheStreamIsMade() {
    Merge<Object> merge = Merge.withDefaults();
    assertThrows(NullPointerException.class, () -> ReactorSerializer.flux(merge.flatMap(a, null)));
    assertThrows(
        NullPointerException.class,
        () -> ReactorSerializer.flux(merge.<Integer, Integer>flatMap(a, i -> Flux.just(1), null)));
    assertThrows(
        NullPointerException.class,
        () -> ReactorSerializer.flux(merge.of((Iterable<Flux<Integer>>) null)));
    assertThrows(NullPointerException.class, () -> ReactorSerializer.flux(null));
    assertNull(ReactorSerializer.flux(merge.of(List.of(Flux.<Integer>empty()))).blockLast());
    assertSame(1, ReactorSerializer.flux(merge.of(List.of(Flux.just(1)))).blockLast());
  }

  @Override
  protected List<Throwable> partsOf(Throwable all) {
    return Exceptions.unwrapMultiple(all);
  }
}
