package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.support.Failing;
import org.reactiveserializer.support.MergeScene;
import org.reactiveserializer.support.Range;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.Tap;
import org.reactivestreams.Publisher;

/** A limit of concurrency: a source that has ended, or failed with delayed errors, makes room. */
class MergeLimitTest {
  private final RecordingSubscriber<Integer> downstream =
      new RecordingSubscriber<Integer>()
          .onSubscribe(subscription -> subscription.request(Long.MAX_VALUE));

  @Test
  void aFailedSourceMakesRoomForTheNext() {
    Throwable first = new Exception("first");
    Throwable second = new Exception("second");
    MergeScene scene = MergeScene.merging(1, ErrorMode.DELAYED).request(9);
    scene.outer.next(scene.a);
    scene.a.next(1).fail(first);
    assertEquals(List.of(1L, 1L), scene.outer.calls());
    assertFalse(scene.a.isCancelled());
    scene.outer.next(scene.b);
    scene.b.next(2).fail(second);
    scene.outer.complete();
    assertEquals(List.of(1, 2), scene.delivered().subList(0, 2));
    Throwable both = assertInstanceOf(Throwable.class, scene.delivered().get(2));
    assertSame(first, both.getCause());
    assertArrayEquals(new Throwable[] {second}, both.getSuppressed());
    assertEquals(List.of(), scene.dropped);
  }

  @Test
  void errorsOfSourcesThatFailAtOnceAreKeptInTheirOrder() {
    List<Exception> errors =
        IntStream.range(0, 10).mapToObj(i -> new Exception("error " + i)).toList();
    Merge.withDefaults()
        .concurrency(1)
        .prefetch(1)
        .errors(ErrorMode.DELAYED)
        .flatMap(new Range(0, 10), i -> new Failing(errors.get(i)))
        .subscribe(downstream);
    assertEquals(2, downstream.signals().size());
    Throwable all = assertInstanceOf(Throwable.class, downstream.signals().get(1));
    assertSame(errors.get(0), all.getCause());
    assertEquals(errors.subList(1, 10), List.of(all.getSuppressed()));
  }

  @Test
  void anotherSubscriberHasErrorsOfItsOwn() {
    Publisher<Integer> merged =
        Merge.withDefaults()
            .concurrency(1)
            .prefetch(1)
            .errors(ErrorMode.DELAYED)
            .flatMap(
                new Range(1, 3), i -> new Failing(new Exception("error " + i), List.of(10 * i)));
    RecordingSubscriber<Integer> another = new RecordingSubscriber<>();
    merged.subscribe(downstream);
    merged.subscribe(another);
    another.subscription().request(3);
    Throwable first = assertFailed(downstream);
    assertNotSame(first, assertFailed(another));
    assertEquals(2, first.getSuppressed().length);
  }

  @Test
  void allSourcesThatEndDuringOneItemMakeRoom() {
    List<Tap<Integer>> taps =
        IntStream.range(0, 4).mapToObj(i -> Tap.<Integer>named("tap " + i)).toList();
    downstream.on(
        1,
        () -> {
          taps.get(0).complete();
          taps.get(1).complete();
        });
    Merge.withDefaults().concurrency(2).of(taps).subscribe(downstream);
    assertFalse(taps.get(2).isSubscribed());
    taps.get(0).next(1);
    assertTrue(taps.get(2).isSubscribed() && taps.get(3).isSubscribed());
    downstream.subscription().cancel();
    assertEquals(List.of(false, false, true, true), taps.stream().map(Tap::isCancelled).toList());
  }

  @Test
  void severalOuterItemsAreRequestedTogetherWhileOthersAreExpected() {
    Tap<Tap<Integer>> outer = Tap.named("outer");
    Merge.withDefaults().concurrency(4).flatMap(outer, source -> source).subscribe(downstream);
    begin(outer).complete();
    assertEquals(List.of(4L), outer.calls()); // three are still expected
    begin(outer).complete();
    assertEquals(List.of(4L, 2L), outer.calls()); // two are expected, room for two
  }

  @Test
  void outerItemsAreRequestedWhenNoMoreThanThatAreStillExpected() {
    Tap<Tap<Integer>> outer = Tap.named("outer");
    Merge.withDefaults().concurrency(4).flatMap(outer, source -> source).subscribe(downstream);
    List<Tap<Integer>> inners = IntStream.range(0, 4).mapToObj(i -> begin(outer)).toList();
    inners.get(2).complete();
    assertEquals(List.of(4L, 1L), outer.calls());
    inners.get(0).complete();
    assertEquals(List.of(4L, 1L, 1L), outer.calls());
    inners.get(1).complete(); // two are still expected
    assertEquals(List.of(4L, 1L, 1L), outer.calls());
    begin(outer); // one is still expected
    assertEquals(List.of(4L, 1L, 1L, 1L), outer.calls());
  }

  private static Tap<Integer> begin(Tap<Tap<Integer>> outer) {
    Tap<Integer> inner = Tap.named("inner");
    outer.next(inner);
    return inner;
  }

  private static Throwable assertFailed(RecordingSubscriber<Integer> subscriber) {
    List<Object> signals = subscriber.signals();
    assertEquals(List.of("subscribed", 10, 20, 30), signals.subList(0, 4));
    assertEquals(5, signals.size());
    Throwable error = assertInstanceOf(Throwable.class, signals.get(4));
    assertEquals(
        List.of("error 2", "error 3"),
        List.of(error.getSuppressed()).stream().map(Throwable::getMessage).toList());
    return error;
  }
}
