package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactiveserializer.support.Elsewhere;
import org.reactiveserializer.support.Pool;
import org.reactiveserializer.support.PooledRanges;
import org.reactiveserializer.support.Range;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.Tap;
import org.reactivestreams.Publisher;

/** The items of inner sources one after another, though several are subscribed to at once. */
class ConcatMapEagerTest {
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
  private final List<Integer> discarded = new ArrayList<>();
  private final List<Throwable> dropped = new ArrayList<>();
  private final Tap<Publisher<Integer>> outer = Tap.named("outer");
  private final Tap<Integer> a = Tap.named("a");
  private final Tap<Integer> b = Tap.named("b");
  private final Tap<Integer> c = Tap.named("c");

  private void subscribe(long requested, UnaryOperator<Merge<Integer>> settings) {
    Merge<Integer> merge =
        Merge.<Integer>withDefaults().onDiscard(discarded::add).onErrorDropped(dropped::add);
    settings
        .apply(merge)
        .<Publisher<Integer>, Integer>concatMapEager(outer, source -> source)
        .subscribe(downstream);
    if (requested != 0) {
      downstream.subscription().request(requested);
    }
  }

  private void subscribe(long requested) {
    subscribe(requested, settings -> settings);
    outer.next(a, b, c);
  }

  @Test
  void itemsComeInTheOrderOfTheOuterItems() {
    subscribe(Long.MAX_VALUE);
    b.next(10);
    c.next(20);
    a.next(1);
    assertSignals(1);
    b.next(11).complete();
    a.next(2).complete();
    assertSignals(1, 2, 10, 11, 20);
    c.next(21).complete();
    outer.complete();
    assertSignals(1, 2, 10, 11, 20, 21, "completed");
  }

  @Test
  void theFrontIsDeliveredByItsOwnThread() {
    subscribe(Long.MAX_VALUE);
    b.next(10);
    List<Thread> threads = new ArrayList<>();
    Elsewhere.run(
        () -> {
          threads.add(Thread.currentThread());
          a.next(1);
        });
    assertSame(threads.get(0), downstream.deliverer());
    assertSignals(1);
  }

  @Test
  void whatWaitsForItsTurnIsBoundedByPrefetch() {
    subscribe(Long.MAX_VALUE, settings -> settings.prefetch(4));
    outer.next(a, b);
    b.next(10, 11, 12, 13);
    assertEquals(List.of(4L), b.calls());
    b.next(14);
    assertTrue(b.isCancelled(), "it broke §1.1");
    assertTrue(downstream.signals().get(1) instanceof IllegalStateException);
  }

  @Test
  void moreIsRequestedOfASourceWhenItsTurnHasCome() {
    subscribe(Long.MAX_VALUE, settings -> settings.prefetch(4));
    outer.next(a, b);
    b.next(10, 11, 12, 13);
    a.next(1, 2, 3);
    assertEquals(List.of(4L, 3L), a.calls());
    a.complete();
    assertSignals(1, 2, 3, 10, 11, 12, 13);
    assertEquals(List.of(4L, 4L), b.calls());
  }

  @Test
  void demandIsExact() {
    subscribe(1);
    b.next(10);
    a.next(1, 2).complete();
    assertSignals(1);
    downstream.subscription().request(1);
    assertSignals(1, 2);
    b.complete();
    downstream.subscription().request(1);
    assertSignals(1, 2, 10);
    c.complete();
    outer.complete();
    assertSignals(1, 2, 10, "completed");
  }

  @Test
  void anEmptySourceInTheMiddleMakesRoom() {
    subscribe(Long.MAX_VALUE, settings -> settings.concurrency(2));
    outer.next(a, b);
    b.complete();
    assertEquals(List.of(2L, 1L), outer.calls());
    outer.next(c);
    c.next(20);
    assertSignals();
    a.complete();
    assertSignals(20);
  }

  @Test
  void aSourceThatHasEndedKeepsItsPlaceUntilItsItemsAreDelivered() {
    subscribe(Long.MAX_VALUE, settings -> settings.concurrency(2));
    outer.next(a, b);
    b.next(10).complete();
    assertEquals(List.of(2L), outer.calls());
    a.complete();
    assertSignals(10);
    assertEquals(List.of(2L, 2L), outer.calls());
  }

  @Test
  void aCancellationDiscardsWhatWaitsOfEachSource() {
    subscribe(1);
    a.next(1, 2);
    c.next(20, 21);
    b.next(10);
    downstream.subscription().cancel();
    assertEquals(List.of(2, 10, 20, 21), discarded.stream().sorted().toList());
    assertTrue(a.isCancelled() && b.isCancelled() && c.isCancelled());
  }

  @Test
  void soDoesASubscriberThatThrows() {
    subscribe(Long.MAX_VALUE);
    b.next(10, 11);
    c.next(20);
    RuntimeException thrown = new RuntimeException("of the subscriber");
    downstream.on(
        1,
        () -> {
          throw thrown;
        });
    assertSame(thrown, Elsewhere.thrownBy(() -> a.next(1)));
    assertEquals(List.of(10, 11, 20), discarded.stream().sorted().toList());
  }

  @Test
  void anImmediateErrorDoesNotWaitForItsTurn() {
    subscribe(1);
    a.next(1, 2);
    b.next(10);
    RuntimeException error = new RuntimeException("of b");
    b.fail(error);
    assertSignals(1, error);
    assertEquals(List.of(2, 10), discarded.stream().sorted().toList());
    assertTrue(a.isCancelled() && c.isCancelled());
  }

  @Test
  void aDelayedErrorFollowsAllItems() {
    subscribe(Long.MAX_VALUE, settings -> settings.errors(ErrorMode.DELAYED));
    outer.next(a, b, c);
    RuntimeException error = new RuntimeException("of b");
    b.next(10).fail(error);
    c.next(20);
    a.next(1).complete();
    assertSignals(1, 10, 20);
    c.complete();
    outer.complete();
    assertSignals(1, 10, 20, error);
    assertEquals(List.of(), discarded);
  }

  @Test
  void lateItemsOfASourceWhoseTurnIsOverAreDiscarded() {
    subscribe(Long.MAX_VALUE);
    a.complete();
    a.next(1);
    assertEquals(List.of(1), discarded);
    assertEquals(1, dropped.size());
    b.next(10);
    assertSignals(10);
  }

  @Test
  void aSignalMayEmitAndRequestAndEndSources() {
    subscribe(1);
    downstream
        .on(
            1,
            () -> {
              b.next(10);
              a.next(2);
              downstream.subscription().request(9);
            })
        .on(2, a::complete)
        .on(10, b::complete);
    a.next(1);
    c.next(20);
    assertSignals(1, 2, 10, 20);
    assertEquals(1, downstream.deepest());
  }

  @ParameterizedTest
  @EnumSource
  void sourcesThatEmitWhenTheyAreSubscribedTo(ErrorMode mode) {
    downstream.onSubscribe(subscription -> subscription.request(Long.MAX_VALUE));
    Merge.withDefaults()
        .concurrency(2)
        .errors(mode)
        .concatMapEager(new Range(1, 3), i -> new Range(10 * i, i))
        .subscribe(downstream);
    assertSignals(10, 20, 21, 30, 31, 32, "completed");
  }

  @ParameterizedTest
  @CsvSource({"1,1", "2,1", "3,2", "7,128", "2147483647,2147483647"})
  void keepsTheOrderWithAnyLimitsAndThreads(int concurrency, int prefetch) {
    downstream.onSubscribe(subscription -> subscription.request(Long.MAX_VALUE));
    try (Pool pool = new Pool(3)) {
      PooledRanges ranges = new PooledRanges(pool);
      Merge.withDefaults()
          .concurrency(concurrency)
          .prefetch(prefetch)
          .<Integer, Integer>concatMapEager(new Range(0, 200), i -> ranges.range(10 * i, 10))
          .subscribe(downstream);
      pool.await();
    }
    List<Object> expected = new ArrayList<>(List.of("subscribed"));
    IntStream.range(0, 2_000).forEach(expected::add);
    expected.add("completed");
    assertEquals(expected, downstream.signals());
    assertFalse(downstream.overlapped());
  }

  @Test
  void outerItemsThatAreNotSubscribedToGoToTheirHook() {
    List<Publisher<Integer>> unused = new ArrayList<>();
    Merge.<Integer>withDefaults()
        .<Publisher<Integer>, Integer>concatMapEager(outer, source -> source, unused::add)
        .subscribe(downstream);
    downstream.subscription().cancel();
    outer.next(a);
    assertEquals(List.of(a), unused);
  }

  private void assertSignals(Object... expected) {
    List<Object> signals = downstream.signals();
    assertEquals(List.of(expected), signals.subList(1, signals.size()));
  }
}
