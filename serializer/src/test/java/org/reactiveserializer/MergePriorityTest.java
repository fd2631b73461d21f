package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactiveserializer.support.Elsewhere;
import org.reactiveserializer.support.Pool;
import org.reactiveserializer.support.PooledRanges;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.Tap;
import org.reactivestreams.Publisher;

/** The smallest item that waits first. */
class MergePriorityTest {
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
  private final List<Integer> discarded = new ArrayList<>();
  private final List<Throwable> dropped = new ArrayList<>();
  private final Tap<Integer> a = Tap.named("a");
  private final Tap<Integer> b = Tap.named("b");

  private void subscribe(
      long requested, Comparator<Integer> order, UnaryOperator<Merge<Integer>> settings) {
    Merge<Integer> merge =
        Merge.<Integer>withDefaults().onDiscard(discarded::add).onErrorDropped(dropped::add);
    settings.apply(merge).mergePriority(order, a, b).subscribe(downstream);
    request(requested);
  }

  private void subscribe(long requested) {
    subscribe(requested, Comparator.naturalOrder(), settings -> settings);
  }

  private void request(long n) {
    if (n != 0) {
      downstream.subscription().request(n);
    }
  }

  @Test
  void theSmallestOfWhatWaitsIsNext() {
    subscribe(0);
    a.next(5, 3);
    b.next(4, 1);
    request(2);
    assertSignals(1, 3);
    a.next(2, 6);
    request(9);
    assertSignals(1, 3, 2, 4, 5, 6);
    a.complete();
    b.complete();
    assertSignals(1, 3, 2, 4, 5, 6, "completed");
  }

  @Test
  void equalItemsComeInTheOrderOfArrival() {
    subscribe(0, Comparator.comparing(i -> i / 10), settings -> settings);
    a.next(13, 21);
    b.next(12, 20);
    a.next(11, 1);
    request(9);
    assertSignals(1, 13, 12, 11, 21, 20);
  }

  @Test
  void whatNeedNotWaitIsDeliveredAsItArrives() {
    subscribe(9);
    a.next(3);
    b.next(1);
    a.next(2);
    assertSignals(3, 1, 2);
  }

  @Test
  void whatIsHandedOverMeanwhileMayComeFirst() {
    subscribe(Long.MAX_VALUE);
    downstream
        .on(0, () -> Elsewhere.run(() -> a.next(50, 40, 30, 20)))
        .on(20, () -> Elsewhere.run(() -> b.next(10, 60, 35)));
    b.next(0);
    assertSignals(0, 20, 10, 30, 35, 40, 50, 60);
  }

  @Test
  void sourcesAreRefilledAlthoughItemsLeaveOutOfOrder() {
    subscribe(0, Comparator.naturalOrder(), settings -> settings.prefetch(4));
    a.next(9, 8, 7, 6);
    b.next(1, 2, 3, 4);
    request(3);
    assertSignals(1, 2, 3);
    assertEquals(List.of(4L, 3L), b.calls());
    assertEquals(List.of(4L), a.calls());
    b.next(10);
    request(4);
    assertSignals(1, 2, 3, 4, 6, 7, 8);
    assertEquals(List.of(4L, 3L), a.calls());
  }

  @ParameterizedTest
  @EnumSource
  void aComparatorThatThrowsEndsTheMergeAndLosesNothing(ErrorMode mode) {
    RuntimeException thrown = new RuntimeException("of the comparator");
    subscribe(
        0,
        (left, right) -> {
          if (left == 66 || right == 66) {
            throw thrown;
          }
          return Integer.compare(left, right);
        },
        settings -> settings.errors(mode));
    a.next(5, 4, 3);
    b.next(66);
    assertSignals(thrown);
    assertEquals(List.of(3, 4, 5, 66), discarded.stream().sorted().toList());
    assertTrue(a.isCancelled() && b.isCancelled());
    assertEquals(List.of(), dropped);
  }

  @Test
  void soDoesOneThatThrowsWhenAnItemLeaves() {
    boolean[] broken = {false};
    RuntimeException thrown = new RuntimeException("of the comparator");
    subscribe(
        0,
        (left, right) -> {
          if (broken[0]) {
            throw thrown;
          }
          return Integer.compare(left, right);
        },
        settings -> settings);
    a.next(5, 4, 3, 2);
    broken[0] = true;
    request(9);
    assertSignals(2, thrown);
    assertEquals(List.of(3, 4, 5), discarded.stream().sorted().toList());
  }

  @Test
  void aCancellationDiscardsWhatWaits() {
    subscribe(1);
    a.next(1, 5, 2);
    b.next(4);
    downstream.subscription().cancel();
    assertSignals(1);
    assertEquals(List.of(2, 4, 5), discarded);
  }

  @Test
  void aSubscriberThatThrowsDiscardsWhatWaits() {
    subscribe(0);
    a.next(3, 2, 1);
    RuntimeException thrown = new RuntimeException("of the subscriber");
    downstream.on(
        2,
        () -> {
          throw thrown;
        });
    assertEquals(thrown, assertThrows(RuntimeException.class, () -> request(9)));
    assertEquals(List.of(3), discarded);
  }

  @Test
  void aSignalMayEmitAndRequest() {
    subscribe(1);
    downstream.on(5, () -> a.next(3, 1)).on(1, () -> request(1));
    a.next(5);
    request(1);
    assertSignals(5, 1, 3);
    assertEquals(1, downstream.deepest());
  }

  @Test
  void manyItemsComeSorted() {
    subscribe(0, Comparator.naturalOrder(), settings -> settings.prefetch(Integer.MAX_VALUE));
    List<Integer> items = new Random(1).ints(5_000, 0, 1_000).boxed().toList();
    items.subList(0, 2_500).forEach(a::next);
    items.subList(2_500, 5_000).forEach(b::next);
    request(Long.MAX_VALUE);
    List<Object> signals = downstream.signals();
    assertEquals(items.stream().sorted().toList(), signals.subList(1, signals.size()));
  }

  @ParameterizedTest
  @CsvSource({"1,1", "3,2", "7,128", "2147483647,2147483647"})
  void losesNothingWithAnyLimitsAndThreads(int concurrency, int prefetch) {
    downstream.onSubscribe(subscription -> subscription.request(Long.MAX_VALUE));
    try (Pool pool = new Pool(3)) {
      PooledRanges ranges = new PooledRanges(pool);
      List<Publisher<Integer>> sources =
          IntStream.range(0, 200).mapToObj(i -> ranges.range(10 * i, 10)).toList();
      Merge.withDefaults()
          .concurrency(concurrency)
          .prefetch(prefetch)
          .mergePriority(Comparator.<Integer>reverseOrder(), sources)
          .subscribe(downstream);
      pool.await();
    }
    List<Object> signals = downstream.signals();
    assertEquals("completed", signals.get(2_001));
    assertEquals(
        IntStream.range(0, 2_000).boxed().toList(),
        signals.subList(1, 2_001).stream().sorted().toList());
  }

  private void assertSignals(Object... expected) {
    List<Object> signals = downstream.signals();
    assertEquals(List.of(expected), signals.subList(1, signals.size()));
  }
}
