package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.support.MergeScene;
import org.reactiveserializer.support.Range;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.Tap;
import org.reactiveserializer.testing.Elsewhere;
import org.reactivestreams.Publisher;

/** The items that a merge delivers and their order, and when it subscribes and completes. */
class MergeTest {
  private static final Range EMPTY = new Range(0, 0);

  private final RecordingSubscriber<Integer> downstream =
      new RecordingSubscriber<Integer>()
          .onSubscribe(subscription -> subscription.request(Long.MAX_VALUE));

  @ParameterizedTest
  @EnumSource
  void mergesPublishers(ErrorMode mode) {
    Merge.withDefaults()
        .concurrency(2)
        .errors(mode)
        .of(new Range(1, 2), new Range(10, 2))
        .subscribe(downstream);
    assertDelivered(1, 2, 10, 11, "completed");
  }

  @ParameterizedTest
  @EnumSource
  void mergesAnIterable(ErrorMode mode) {
    Merge.withDefaults()
        .concurrency(1)
        .errors(mode)
        .of(List.of(new Range(1, 2), EMPTY, new Range(10, 2)))
        .subscribe(downstream);
    assertDelivered(1, 2, 10, 11, "completed");
  }

  @ParameterizedTest
  @EnumSource
  void mergesPublishersOfAMapper(ErrorMode mode) {
    Merge.withDefaults()
        .concurrency(2)
        .errors(mode)
        .flatMap(new Range(1, 3), i -> new Range(10 * i, i))
        .subscribe(downstream);
    assertDelivered(10, 20, 21, 30, 31, 32, "completed");
  }

  @ParameterizedTest
  @EnumSource
  void mergesPublishersOfAPublisher(ErrorMode mode) {
    Tap<Publisher<Integer>> sources = Tap.named("sources");
    Merge.withDefaults()
        .concurrency(2)
        .errors(mode)
        .flatMap(sources, source -> source)
        .subscribe(downstream);
    sources.next(new Range(1, 2), new Range(10, 2)).complete();
    assertDelivered(1, 2, 10, 11, "completed");
  }

  /** Or else a merge of merges would show each of its sources as often as it is reached. */
  @Test
  void aMergedStreamIsKnownByItsIdentityAndShowsNoSources() {
    Publisher<Integer> all = Merge.withDefaults().of(new Range(1, 1));
    for (int depth = 0; depth < 30; depth++) {
      all = Merge.withDefaults().of(all, all);
    }
    assertTrue(all.toString().startsWith("Merge@"), all.toString());
    assertNotEquals(Merge.withDefaults().of(all), Merge.withDefaults().of(all));
    assertEquals(all.hashCode(), all.hashCode());
  }

  @Test
  void mergesForEachSubscriber() {
    Publisher<Integer> merged =
        Merge.withDefaults().concurrency(2).of(new Range(1, 1), new Range(2, 1));
    merged.subscribe(downstream);
    RecordingSubscriber<Integer> another = new RecordingSubscriber<>();
    merged.subscribe(another);
    another.subscription().request(2);
    assertDelivered(1, 2, "completed");
    assertEquals(List.of("subscribed", 1, 2, "completed"), another.signals());
  }

  @Test
  void mergesMerges() {
    Publisher<Integer> left =
        Merge.withDefaults().concurrency(2).prefetch(1).of(new Range(0, 3), new Range(3, 3));
    Publisher<Integer> drain =
        Merge.withDefaults().concurrency(1).of(List.of(new Range(6, 3), EMPTY));
    Merge.withDefaults().concurrency(2).prefetch(2).of(left, drain).subscribe(downstream);
    assertDelivered(0, 1, 2, 3, 4, 5, 6, 7, 8, "completed");
  }

  @ParameterizedTest
  @CsvSource({"1,1", "1,128", "3,1", "3,2", "7,3", "7,128", "2147483647,2147483647"})
  void losesNothingWithAnyLimits(int concurrency, int prefetch) {
    List<Range> ranges = IntStream.range(0, 50).mapToObj(i -> new Range(100 * i, i)).toList();
    Merge.withDefaults()
        .concurrency(concurrency)
        .prefetch(prefetch)
        .of(ranges)
        .subscribe(downstream);
    List<Object> expected = new ArrayList<>();
    ranges.forEach(
        range -> IntStream.range(0, range.count()).forEach(i -> expected.add(range.from() + i)));
    expected.add("completed");
    assertDelivered(expected.toArray());
  }

  @ParameterizedTest
  @EnumSource
  void ofNothingCompletesWithoutDemand(ErrorMode mode) {
    RecordingSubscriber<Integer> idle = new RecordingSubscriber<>();
    Merge.withDefaults().concurrency(1).errors(mode).<Integer>of(List.of()).subscribe(idle);
    assertEquals(List.of("subscribed", "completed"), idle.signals());
  }

  @ParameterizedTest
  @EnumSource
  void ofEmptySourcesCompletesWithoutDemand(ErrorMode mode) {
    RecordingSubscriber<Integer> idle = new RecordingSubscriber<>();
    Merge.withDefaults()
        .concurrency(1)
        .errors(mode)
        .<Integer>of(EMPTY, EMPTY, EMPTY)
        .subscribe(idle);
    assertEquals(List.of("subscribed", "completed"), idle.signals());
  }

  @Test
  void deliversInTheOrderOfArrival() {
    MergeScene scene = MergeScene.merged().request(Long.MAX_VALUE);
    scene.downstream.on(
        1,
        () -> {
          Elsewhere.run(() -> scene.b.next(10, 11));
          Elsewhere.run(() -> scene.a.next(2));
          Elsewhere.run(() -> scene.b.next(12));
        });
    scene.a.next(1);
    assertEquals(List.of(1, 10, 11, 2, 12), scene.delivered());
    assertFalse(scene.downstream.overlapped());
  }

  @ParameterizedTest
  @EnumSource
  void completesWhenTheOuterSourceAndAllInnersHave(ErrorMode mode) {
    MergeScene scene = MergeScene.merged(mode).request(5);
    scene.outer.complete();
    scene.a.complete();
    assertEquals(List.of(), scene.delivered());
    scene.b.next(1);
    scene.b.complete();
    assertEquals(List.of(1, "completed"), scene.delivered());
  }

  @Test
  void completesWhenTheOuterSourceIsTheLast() {
    MergeScene scene = MergeScene.merged().request(5);
    scene.a.complete();
    scene.b.complete();
    assertEquals(List.of(), scene.delivered());
    scene.outer.complete();
    assertEquals(List.of("completed"), scene.delivered());
    assertFalse(scene.outer.isCancelled());
  }

  @Test
  void theEndWaitsForAnInnerThatArrivesJustBeforeTheOuterEnd() {
    MergeScene scene = MergeScene.merged().request(9);
    scene.downstream.on(
        1,
        () -> {
          scene.a.complete();
          scene.b.complete();
          scene.outer.next(scene.c).complete();
        });
    scene.a.next(1);
    scene.c.next(2).complete();
    assertEquals(List.of(1, 2, "completed"), scene.delivered());
  }

  @Test
  void theEndWaitsForAnInnerThatArrivesDuringTheLastItemOfTheOthers() {
    MergeScene scene = MergeScene.merged();
    scene.downstream.on(1, () -> scene.outer.next(scene.c).complete());
    scene.a.next(1).complete();
    scene.b.complete();
    scene.request(9);
    scene.c.next(2).complete();
    assertEquals(List.of(1, 2, "completed"), scene.delivered());
  }

  @Test
  void endsThatArriveWhileAnotherThreadDeliversAreNotMissed() {
    MergeScene scene = MergeScene.merged().request(5);
    scene.downstream.on(
        1,
        () ->
            Elsewhere.run(
                () -> {
                  scene.outer.next(scene.c);
                  scene.c.next(3).complete();
                  scene.b.complete();
                  scene.outer.complete();
                }));
    scene.a.next(1);
    assertEquals(List.of(1, 3), scene.delivered());
    scene.a.complete();
    assertEquals(List.of(1, 3, "completed"), scene.delivered());
  }

  @Test
  void subscribesToNoMoreThanConcurrencyAllows() {
    MergeScene scene = MergeScene.merging(merge -> Merge.withDefaults().concurrency(2));
    assertEquals(List.of(2L), scene.outer.calls());
    scene.outer.next(scene.a, scene.b);
    assertEquals(List.of(2L), scene.outer.calls());
    scene.a.complete();
    assertEquals(List.of(2L, 1L), scene.outer.calls());
    scene.outer.next(scene.c);
    assertTrue(scene.c.isSubscribed());
  }

  @Test
  void anInnerWhoseItemsWaitCountsAsLive() {
    MergeScene scene = MergeScene.merging(merge -> Merge.withDefaults().concurrency(1));
    scene.outer.next(scene.a);
    scene.a.next(1, 2).complete();
    scene.request(1);
    assertEquals(List.of(1L), scene.outer.calls());
    scene.request(1);
    assertEquals(List.of(1L, 1L), scene.outer.calls());
  }

  @Test
  void anEndMakesRoomAlthoughItemsOfOthersWait() {
    MergeScene scene = MergeScene.merging(merge -> Merge.withDefaults().concurrency(2));
    scene.outer.next(scene.a, scene.b);
    scene.a.next(1);
    scene.b.complete();
    assertEquals(List.of(2L, 1L), scene.outer.calls(), "without any demand");
  }

  @Test
  void unboundedDemandIsRequestedAsSuch() {
    MergeScene scene = MergeScene.merged(merge -> merge.prefetch(Integer.MAX_VALUE));
    assertEquals(List.of(Long.MAX_VALUE), scene.outer.calls());
    assertEquals(List.of(Long.MAX_VALUE), scene.a.calls());
  }

  @Test
  void manySourcesOneAfterTheOtherDoNotDeepenTheStack() {
    int count = 100_000;
    Merge.withDefaults()
        .concurrency(1)
        .flatMap(new Range(0, count), i -> new Range(i, 1))
        .subscribe(downstream);
    assertEquals(count + 2, downstream.signals().size());
    assertEquals(1, downstream.deepest());
  }

  @Test
  void aDownstreamMayFeedASource() {
    MergeScene scene = MergeScene.merged().request(Long.MAX_VALUE);
    scene.downstream.onNext(
        item -> {
          if (item < 1000) {
            scene.b.next(item + 1);
          }
        });
    scene.a.next(1);
    assertEquals(1000, scene.delivered().size());
    assertEquals(1, scene.downstream.deepest());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
  void refusesLimitsOutOfRange(int limit) {
    String value = " must be positive, was " + limit;
    assertEquals("concurrency" + value, refused(() -> Merge.withDefaults().concurrency(limit)));
    Merge<Object> merge = Merge.withDefaults().concurrency(1);
    assertEquals("prefetch" + value, refused(() -> merge.prefetch(limit)));
  }

  @Test
  @SuppressWarnings("NullAway") // on purpose
  void refusesNull() {
    Merge<Integer> merge = Merge.withDefaults().concurrency(1);
    Tap<Integer> tap = Tap.named("tap");
    assertEquals(
        "publisher 1 is null",
        assertThrows(NullPointerException.class, () -> merge.of(tap, null)).getMessage());
    assertThrows(NullPointerException.class, () -> merge.<Integer>of(tap).subscribe(null));
    assertThrows(NullPointerException.class, () -> merge.errors(null));
    assertThrows(NullPointerException.class, () -> merge.onDiscard(null));
    assertThrows(NullPointerException.class, () -> merge.onErrorDropped(null));
    assertThrows(NullPointerException.class, () -> merge.flatMap(null, i -> tap));
    assertThrows(NullPointerException.class, () -> merge.flatMap(tap, null));
  }

  private static @Nullable String refused(Runnable setting) {
    return assertThrows(IllegalArgumentException.class, setting::run).getMessage();
  }

  private void assertDelivered(Object... signals) {
    List<Object> all = downstream.signals();
    assertEquals(Arrays.asList(signals), all.subList(1, all.size()));
  }
}
