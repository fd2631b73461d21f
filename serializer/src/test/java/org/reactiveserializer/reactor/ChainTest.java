package org.reactiveserializer.reactor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.RecordingSubscription;
import org.reactiveserializer.support.Tap;
import org.reactiveserializer.support.TwoThreads;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.Fuseable;
import reactor.core.Scannable;
import reactor.core.Scannable.Attr;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** The operator in a chain of other operators, which fuse where they can. */
class ChainTest {
  private static final int COUNT = 10_000;

  static Stream<Named<Function<Flux<Integer>, Publisher<Integer>>>> neighbours() {
    return Stream.of(
        Named.of("none", flux -> flux),
        Named.of("map", flux -> flux.map(i -> i)),
        Named.of("filter", flux -> flux.filter(i -> i >= 0)),
        Named.of("publishOn", flux -> flux.publishOn(Schedulers.parallel(), 16)),
        Named.of(
            "map, filter, publishOn",
            flux -> flux.map(i -> i).filter(i -> i >= 0).publishOn(Schedulers.single())),
        Named.of("publishOn, map", flux -> flux.publishOn(Schedulers.immediate()).map(i -> i)),
        Named.of("flatMap", flux -> flux.flatMap(Flux::just, 1)),
        Named.of("onBackpressureBuffer", flux -> flux.onBackpressureBuffer()),
        Named.of("limitRate", flux -> flux.limitRate(7)));
  }

  @ParameterizedTest
  @MethodSource("neighbours")
  void nothingIsLostOrReorderedBehind(Function<Flux<Integer>, Publisher<Integer>> before) {
    assertEquals(
        numbers(),
        Flux.range(0, COUNT)
            .transform(before)
            .transform(ReactorSerializer.serialize())
            .collectList()
            .block());
  }

  @ParameterizedTest
  @MethodSource("neighbours")
  void nothingIsLostOrReorderedBefore(Function<Flux<Integer>, Publisher<Integer>> after) {
    assertEquals(
        numbers(),
        Flux.range(0, COUNT)
            .transform(ReactorSerializer.serialize())
            .transform(after)
            .collectList()
            .block());
  }

  /** Two threads emit, which would break a fused chain. */
  @ParameterizedTest
  @MethodSource("neighbours")
  void twoThreadsThrough(Function<Flux<Integer>, Publisher<Integer>> after) {
    TwoThreads threads = new TwoThreads();
    var all =
        Flux.from(threads.source())
            .transform(ReactorSerializer.serialize())
            .doOnNext(threads::through)
            .onBackpressureBuffer() // the source ignores demand
            .transform(after)
            .collectList()
            .toFuture();
    threads.run();
    threads.assertArrived(all.join());
  }

  private static List<Integer> numbers() {
    return IntStream.range(0, COUNT).boxed().toList();
  }

  @Test
  void itIsScannedFromBothSides() {
    Tap<Integer> raw = Tap.named("raw");
    Disposable end =
        Flux.from(raw).transform(ReactorSerializer.serialize()).subscribe(i -> {}, thrown -> {});
    Scannable emitter = Objects.requireNonNull(Scannable.from(end).scan(Attr.PARENT));
    assertEquals(raw.subscriber(), emitter);
    assertEquals(end, emitter.scan(Attr.ACTUAL));
    assertEquals(raw.subscription(), emitter.scanUnsafe(Attr.PARENT));
    assertEquals(0, emitter.scan(Attr.BUFFERED));
    assertEquals(Integer.MAX_VALUE, emitter.scan(Attr.CAPACITY));
    assertEquals(false, emitter.scan(Attr.TERMINATED));
    assertEquals(false, emitter.scan(Attr.CANCELLED));
    Exception boom = new Exception("boom");
    raw.fail(boom);
    assertEquals(boom, emitter.scan(Attr.ERROR));
    assertEquals(true, emitter.scan(Attr.TERMINATED));
    assertEquals(false, emitter.scan(Attr.CANCELLED));
  }

  @Test
  void theBacklogIsScanned() {
    Tap<Integer> raw = Tap.named("raw");
    List<Object> seen = new ArrayList<>();
    RecordingSubscriber<Integer> end = new RecordingSubscriber<>();
    end.on(
        1,
        () -> {
          raw.next(2, 3);
          Scannable emitter = Scannable.from(raw.subscriber());
          seen.add(emitter.scan(Attr.BUFFERED));
          seen.add(emitter.scan(Attr.CAPACITY));
        });
    Flux.from(raw)
        .transform(
            ReactorSerializer.serialize(Serializer.withDefaults().bounded(5, Overflow.ERROR)))
        .subscribe(end);
    raw.next(1);
    assertEquals(List.of(2, 5), seen);
  }

  @Test
  void aCancellationIsScanned() {
    RecordingSubscriber<Integer> end = new RecordingSubscriber<>();
    Tap<Integer> raw = Tap.named("raw");
    Flux.from(raw).transform(ReactorSerializer.serialize()).subscribe(end);
    end.subscription().cancel();
    assertEquals(true, Scannable.from(raw.subscriber()).scan(Attr.CANCELLED));
    assertEquals(false, Scannable.from(raw.subscriber()).scan(Attr.TERMINATED));
  }

  @Test
  void theParentIsTheFirstSubscriptionAndOnlyUntilTheEnd() {
    Tap<Integer> raw = Tap.named("raw");
    Flux.from(raw).transform(ReactorSerializer.serialize()).subscribe(i -> {}, thrown -> {});
    Scannable emitter = Scannable.from(raw.subscriber());
    raw.subscriber().onSubscribe(new RecordingSubscription());
    assertSame(raw.subscription(), emitter.scanUnsafe(Attr.PARENT));
    raw.complete();
    assertNull(emitter.scanUnsafe(Attr.PARENT));
    assertNull(emitter.scanUnsafe(Attr.ACTUAL));

    Tap<Integer> late = Tap.<Integer>named("late").quiet();
    Flux.from(late).transform(ReactorSerializer.serialize()).subscribe(i -> {});
    assertInstanceOf(Subscription.class, late.subscriber()).cancel();
    late.subscriber().onSubscribe(late.subscription());
    assertEquals(List.of("cancel"), late.calls());
    assertNull(Scannable.from(late.subscriber()).scanUnsafe(Attr.PARENT));
  }

  @Test
  void theErrorIsScannedFromWithinOnError() {
    AtomicReference<Object> seen = new AtomicReference<>();
    Tap<Integer> raw = Tap.named("raw");
    Flux.from(raw)
        .transform(ReactorSerializer.serialize())
        .subscribe(
            item -> {}, error -> seen.set(Scannable.from(raw.subscriber()).scan(Attr.ERROR)));
    Exception boom = new Exception("boom");
    raw.fail(boom);
    assertSame(boom, seen.get());
  }

  @Test
  void noFusionIsOffered() {
    assertFalse(Flux.range(0, 3).transform(ReactorSerializer.serialize()) instanceof Fuseable);
  }
}
