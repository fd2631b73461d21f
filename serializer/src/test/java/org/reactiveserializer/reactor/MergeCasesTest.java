package org.reactiveserializer.reactor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Merge;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.Tap;
import reactor.core.Scannable;
import reactor.core.Scannable.Attr;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

/**
 * Cases from Reactor's own tests of {@code flatMap} and {@code merge}: see docs/internals/rivals.md.
 */
class MergeCasesTest {
  private final Tap<Tap<Integer>> outer = Tap.named("outer");
  private final Tap<Integer> inner = Tap.named("inner");
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
  private final Exception error = new Exception("the error");
  private final Merge<Object> merge = Merge.withDefaults();
  private final Merge<Object> delaying =
      Merge.withDefaults().concurrency(4).prefetch(4).errors(ErrorMode.DELAYED);

  private void subscribe(Flux<Integer> flux) {
    flux.subscribe(downstream);
  }

  private List<Object> delivered() {
    return downstream.signals().subList(1, downstream.signals().size());
  }

  @Test
  void theOperatorIsScanned() {
    Flux<Integer> parent = Flux.just(1);
    Scannable merged =
        Scannable.from(
            parent.transform(
                items ->
                    ReactorSerializer.flux(
                        Merge.withDefaults()
                            .concurrency(3)
                            .prefetch(123)
                            .flatMap(items, Flux::just))));
    assertSame(parent, merged.scan(Attr.PARENT));
    assertEquals(123, merged.scan(Attr.PREFETCH));
  }

  @Test
  void bothSidesAreScannedUntilTheEnd() {
    subscribe(
        Flux.from(outer)
            .transform(items -> ReactorSerializer.flux(delaying.flatMap(items, Flux::from))));
    outer.next(inner);
    Scannable main = Scannable.from(outer.subscriber());
    assertSame(outer.subscription(), main.scanUnsafe(Attr.PARENT));
    assertNotNull(main.scan(Attr.ACTUAL));
    assertEquals(4, main.scan(Attr.PREFETCH));
    assertEquals(true, main.scan(Attr.DELAY_ERROR));
    inner.next(1, 2);
    assertEquals(2, main.scan(Attr.BUFFERED));
    assertScanned(false, false, main);
    inner.fail(error);
    outer.complete();
    downstream.subscription().request(2);
    assertSame(error, main.scan(Attr.ERROR));
    assertScanned(true, false, main);
    assertNull(main.scan(Attr.ACTUAL));
    assertNull(main.scanUnsafe(Attr.PARENT));
  }

  @Test
  void aCancellationIsScanned() {
    subscribe(
        Flux.from(outer)
            .transform(items -> ReactorSerializer.flux(merge.flatMap(items, Flux::from))));
    outer.next(inner);
    downstream.subscription().cancel();
    assertScanned(false, true, Scannable.from(outer.subscriber()));
  }

  private static void assertScanned(boolean terminated, boolean cancelled, Scannable scanned) {
    assertEquals(terminated, scanned.scan(Attr.TERMINATED));
    assertEquals(cancelled, scanned.scan(Attr.CANCELLED));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 64, Integer.MAX_VALUE})
  void sourcesOfOneItem(int concurrency) {
    Merge<Object> limited = Merge.withDefaults().concurrency(concurrency).prefetch(32);
    Flux<Integer> one =
        Flux.range(1, 100_000)
            .transform(items -> ReactorSerializer.flux(limited.flatMap(items, Flux::just)));
    assertEquals(100_000, one.count().block());
    assertEquals(
        1_000,
        Flux.range(1, 1_000)
            .transform(
                items ->
                    ReactorSerializer.flux(
                        limited.flatMap(
                            items, i -> i % 2 == 0 ? Mono.just(i) : Flux.fromIterable(List.of(i)))))
            .count()
            .block());
  }

  @Test
  void demandIsMet() {
    subscribe(
        Flux.range(1, 1_000)
            .transform(
                items -> ReactorSerializer.flux(merge.flatMap(items, i -> Flux.range(i, 2)))));
    assertEquals(List.of(), delivered());
    downstream.subscription().request(1_000);
    assertEquals(1_000, delivered().size());
    downstream.subscription().request(1_000);
    assertEquals(2_001, delivered().size());
    assertEquals("completed", delivered().get(2_000));
  }

  @Test
  void ofTwoSourcesTheSecondWaitsForTheFirst() {
    AtomicInteger emitted = new AtomicInteger();
    Tap<Integer> second = Tap.named("second");
    downstream.onSubscribe(s -> s.request(Long.MAX_VALUE));
    subscribe(
        Flux.range(1, 2)
            .doOnNext(i -> emitted.getAndIncrement())
            .transform(
                items ->
                    ReactorSerializer.flux(
                        Merge.withDefaults()
                            .concurrency(1)
                            .flatMap(items, i -> Flux.from(i == 1 ? inner : second)))));
    assertEquals(1, emitted.get());
    assertFalse(second.isSubscribed());
    inner.next(1).complete();
    assertTrue(second.isSubscribed());
    second.next(2).complete();
    assertEquals(List.of(1, 2, "completed"), delivered());
  }

  @Test
  void aSourceIsNotReorderedIfItsDemandArrivesLate() {
    subscribe(ReactorSerializer.flux(merge.of(List.of(Flux.from(inner)))));
    inner.next(1);
    downstream.subscription().request(2);
    inner.next(2);
    assertEquals(List.of(1, 2), delivered());
  }

  @Test
  void oneDelayedErrorAmidSources() {
    downstream.onSubscribe(s -> s.request(Long.MAX_VALUE));
    subscribe(
        ReactorSerializer.flux(
            delaying.of(List.of(Flux.just(1, 2), Mono.error(error), Flux.just(3, 4)))));
    assertEquals(List.of(1, 2, 3, 4, error), delivered());
  }

  @Test
  void anErrorOfACallable() {
    IOException thrown = new IOException("on purpose");
    subscribe(
        Flux.just(1, 2, 3)
            .transform(
                items ->
                    ReactorSerializer.flux(
                        merge.flatMap(
                            items,
                            i ->
                                Mono.fromCallable(
                                    () -> {
                                      throw thrown;
                                    })))));
    assertEquals(List.of(thrown), delivered());
  }

  @Test
  void sinksFedFromWithinAnItem() {
    Sinks.Many<Integer> multicast = Sinks.unsafe().many().multicast().directBestEffort();
    Sinks.Many<Integer> unicast = Sinks.unsafe().many().unicast().onBackpressureBuffer();
    downstream
        .onSubscribe(s -> s.request(Long.MAX_VALUE))
        .on(
            1,
            () -> {
              multicast.tryEmitNext(2).orThrow();
              unicast.tryEmitNext(3).orThrow();
              multicast.tryEmitNext(4).orThrow();
            });
    subscribe(ReactorSerializer.flux(merge.of(List.of(multicast.asFlux(), unicast.asFlux()))));
    multicast.tryEmitNext(1).orThrow();
    multicast.tryEmitComplete().orThrow();
    unicast.tryEmitComplete().orThrow();
    assertEquals(List.of(1, 2, 3, 4, "completed"), delivered());
  }

  /**
   * Behind the merge: an operator that would fuse, and one that discards the items that it has
   * prefetched.
   */
  @Test
  void itemsHeldByTheMergeAndLaterOperatorsAreDiscardedOnce() {
    List<Integer> discarded = new ArrayList<>();
    Flux<Integer> merged =
        ReactorSerializer.flux(
                Merge.withDefaults().concurrency(4).prefetch(8).of(List.of(Flux.from(inner))))
            .publishOn(Schedulers.immediate(), 2)
            .filter(i -> true)
            .doOnDiscard(Integer.class, discarded::add);
    subscribe(merged);
    inner.next(1, 2, 3, 4, 5);
    downstream.subscription().request(1);
    downstream.subscription().cancel();
    assertEquals(List.of(1), delivered());
    assertEquals(List.of(2, 3, 4, 5), discarded.stream().sorted().toList());
  }

  @Test
  void theStreamMayContinueAfterAnErrorOfTheMapperOrOfASource() {
    List<Object> skipped = new ArrayList<>();
    Flux<Integer> merged =
        Flux.range(1, 5)
            .transform(
                items ->
                    ReactorSerializer.flux(
                        Merge.withDefaults()
                            .concurrency(1)
                            .flatMap(
                                items,
                                i ->
                                    switch (i) {
                                      case 2 -> throw new IllegalStateException("mapper");
                                      case 3 -> null;
                                      case 4 ->
                                          Flux.just(4)
                                              .concatWith(Flux.error(new Exception("source")));
                                      default -> Flux.just(i);
                                    })))
            .onErrorContinue((thrown, item) -> skipped.add(thrown.getMessage() + " " + item));
    downstream.onSubscribe(s -> s.request(Long.MAX_VALUE));
    subscribe(merged);
    assertEquals(List.of(1, 4, 5, "completed"), delivered());
    assertEquals(List.of("mapper 2", "the mapper returned null 3", "source null"), skipped);
  }

  @Test
  @SuppressWarnings("NullAway") // null on purpose
  void aSourceWhoseErrorIsNullEndsTheMerge() {
    Tap<Integer> source = Tap.named("source");
    downstream.onSubscribe(s -> s.request(Long.MAX_VALUE));
    subscribe(
        Flux.just(1).transform(items -> ReactorSerializer.flux(merge.flatMap(items, i -> source))));
    try {
      source.subscriber().onError(null);
    } catch (NullPointerException allowed) {
      // §2.13
    }
    assertEquals(1, delivered().size());
    assertTrue(delivered().get(0).toString().contains("§2.13"), delivered()::toString);
  }

  @Test
  void aFatalErrorOfASourceIsSignalledAndNotDroppedAsWell() {
    List<Throwable> dropped = new ArrayList<>();
    Throwable fatal = new NoClassDefFoundError("of the source");
    Tap<Integer> source = Tap.named("source");
    downstream.onSubscribe(s -> s.request(Long.MAX_VALUE));
    subscribe(
        Flux.just(1)
            .transform(
                items ->
                    ReactorSerializer.flux(
                        Merge.<Integer>withDefaults()
                            .onErrorDropped(dropped::add)
                            .flatMap(items, i -> source))));
    source.fail(fatal);
    assertEquals(List.of(fatal), delivered());
    assertEquals(List.of(), dropped);
  }

  /**
   * As with Reactor's own operator, the strategy is in the context, and applies to the operators of
   * the inner sources.
   */
  @Test
  void anInnerOperatorMayContinueAfterAnError() {
    List<Object> skipped = new ArrayList<>();
    Flux<Integer> merged =
        Flux.just(1, 2)
            .transform(
                items ->
                    ReactorSerializer.flux(
                        merge.flatMap(items, i -> Flux.just(i, 0).map(n -> 2 / n))))
            .onErrorContinue((thrown, item) -> skipped.add(item));
    downstream.onSubscribe(s -> s.request(Long.MAX_VALUE));
    subscribe(merged);
    assertEquals(List.of(2, 1, "completed"), delivered());
    assertEquals(List.of(0, 0), skipped);
  }
}
