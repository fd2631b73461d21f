package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.support.MergeScene;
import org.reactiveserializer.support.Range;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.testing.Elsewhere;

/** The demand of a merge and of its sources: never more than requested (§1.1). */
class MergeDemandTest {

  @Test
  void deliversNothingUnrequested() {
    MergeScene scene = MergeScene.merged();
    scene.a.next(1);
    scene.b.next(10);
    assertEquals(List.of(), scene.delivered());
    scene.request(1);
    assertEquals(List.of(1), scene.delivered());
    scene.request(1);
    assertEquals(List.of(1, 10), scene.delivered());
  }

  @Test
  void anItemDoesNotOvertakeItemsThatWait() {
    MergeScene scene = MergeScene.merged();
    scene.a.next(1);
    scene.downstream.on(1, () -> scene.b.next(10));
    scene.request(2);
    scene.a.next(2);
    scene.request(1);
    assertEquals(List.of(1, 10, 2), scene.delivered());
  }

  @Test
  void demandThatArrivesBeforeTheItemsIsKept() {
    MergeScene scene = MergeScene.merged().request(1).request(2);
    scene.a.next(1, 2, 3, 4);
    assertEquals(List.of(1, 2, 3), scene.delivered());
  }

  @Test
  void theOwnerSeesDemandOfAnotherThread() {
    MergeScene scene = MergeScene.merged();
    scene.a.next(1, 2, 3);
    scene.downstream.on(1, () -> Elsewhere.run(() -> scene.request(1)));
    scene.request(1);
    assertEquals(List.of(1, 2), scene.delivered());
  }

  @Test
  void oneByOne() {
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    downstream.onSubscribe(subscription -> subscription.request(1));
    downstream.onNext(item -> downstream.subscription().request(1));
    Merge.withDefaults()
        .concurrency(3)
        .prefetch(2)
        .flatMap(new Range(0, 50), i -> new Range(100 * i, 10))
        .subscribe(downstream);
    assertEquals(502, downstream.signals().size());
    assertEquals(1, downstream.deepest());
  }

  @ParameterizedTest
  @EnumSource
  void demandAddsUpToUnbounded(ErrorMode mode) {
    MergeScene scene = MergeScene.merged(mode);
    scene.request(Long.MAX_VALUE - 1).request(Long.MAX_VALUE - 1);
    IntStream.range(0, 10).forEach(scene.a::next);
    assertEquals(10, scene.delivered().size());
  }

  @ParameterizedTest
  @EnumSource
  void theEndNeedsNoDemand(ErrorMode mode) {
    MergeScene scene = MergeScene.merged(mode).request(1);
    scene.a.next(1).complete();
    scene.b.complete();
    scene.outer.complete();
    assertEquals(List.of(1, "completed"), scene.delivered());
  }

  @ParameterizedTest
  @EnumSource
  void theEndFollowsTheItemsThatWait(ErrorMode mode) {
    MergeScene scene = MergeScene.merged(mode);
    scene.a.next(1, 2).complete();
    scene.b.complete();
    scene.outer.complete();
    scene.request(1);
    assertEquals(List.of(1), scene.delivered());
    scene.request(1);
    assertEquals(List.of(1, 2, "completed"), scene.delivered());
  }

  @ParameterizedTest
  @CsvSource({"1,1", "2,2", "3,3", "4,3", "8,6", "128,96", "1000,750"})
  void requestsThePrefetchAndThenBatches(int prefetch, long batch) {
    MergeScene scene = MergeScene.merged(merge -> merge.prefetch(prefetch)).request(Long.MAX_VALUE);
    assertEquals(List.of((long) prefetch), scene.a.calls());
    IntStream.range(0, (int) batch - 1).forEach(scene.a::next);
    assertEquals(List.of((long) prefetch), scene.a.calls());
    scene.a.next(0);
    assertEquals(List.of((long) prefetch, batch), scene.a.calls());
    assertEquals(List.of((long) prefetch), scene.b.calls());
  }

  @Test
  void moreIsRequestedWhenItemsThatWaitAreDelivered() {
    MergeScene scene = MergeScene.merged(merge -> merge.prefetch(4));
    scene.a.next(1, 2, 3, 4);
    assertEquals(List.of(4L), scene.a.calls());
    scene.request(2);
    assertEquals(List.of(4L), scene.a.calls());
    scene.request(1);
    assertEquals(List.of(4L, 3L), scene.a.calls());
    scene.a.next(5, 6, 7);
    scene.request(4);
    assertEquals(List.of(1, 2, 3, 4, 5, 6, 7), scene.delivered());
    assertEquals(List.of(4L, 3L, 3L), scene.a.calls());
  }

  @Test
  void moreIsRequestedOfASourceOnlyAfterItsItemWasDelivered() {
    MergeScene scene = MergeScene.merged(merge -> merge.prefetch(1)).request(Long.MAX_VALUE);
    scene.a.subscription().onRequest(n -> assertTrue(scene.delivered().contains(1)));
    scene.a.next(1);
    assertEquals(List.of(1L, 1L), scene.a.calls());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void refusesDemandThatIsNotPositive(long n) {
    MergeScene scene = MergeScene.merged();
    scene.a.next(1);
    scene.request(n);
    IllegalArgumentException error =
        assertInstanceOf(IllegalArgumentException.class, scene.delivered().get(0));
    assertEquals("§3.9: request(" + n + "): n must be positive", error.getMessage());
    assertEquals(List.of(1), scene.discarded);
    assertTrue(scene.a.isCancelled() && scene.b.isCancelled() && scene.outer.isCancelled());
  }

  @Test
  void refusesSuchDemandWithinOnSubscribe() {
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    downstream.onSubscribe(subscription -> subscription.request(0));
    Merge.withDefaults().concurrency(1).of(new Range(0, 3)).subscribe(downstream);
    assertEquals(2, downstream.signals().size());
    assertInstanceOf(IllegalArgumentException.class, downstream.signals().get(1));
    assertEquals(1, downstream.deepest());
  }
}
