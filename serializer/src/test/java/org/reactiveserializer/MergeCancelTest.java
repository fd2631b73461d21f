package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.support.MergeScene;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.Tap;
import org.reactiveserializer.testing.Elsewhere;
import org.reactivestreams.Subscription;

/** A cancelled merge discards every item once, and cancels every live source once. */
class MergeCancelTest {

  @Test
  void discardsItemsThatWaitAndCancelsAllSources() {
    MergeScene scene = MergeScene.merged();
    scene.a.next(1, 2);
    scene.b.next(10);
    scene.subscription().cancel();
    scene.subscription().cancel();
    assertEquals(List.of(1, 2, 10), scene.discarded);
    assertCancelledOnce(scene.a, scene.b);
    assertEquals(List.of(Long.MAX_VALUE, "cancel"), scene.outer.calls());
    assertEquals(List.of(), scene.delivered());
  }

  @Test
  void fromWithinOnNextDeliversNothingMore() {
    MergeScene scene = MergeScene.merged();
    scene.a.next(1, 2);
    scene.b.next(10);
    scene.downstream.on(2, () -> scene.subscription().cancel());
    scene.request(9);
    assertEquals(List.of(1, 2), scene.delivered());
    assertEquals(List.of(10), scene.discarded);
    assertCancelledOnce(scene.a, scene.b);
  }

  @Test
  void fromAnotherThreadWhileAnItemIsDelivered() {
    MergeScene scene = MergeScene.merged().request(9);
    scene.downstream.on(
        1,
        () ->
            Elsewhere.run(
                () -> {
                  scene.b.next(10);
                  scene.outer.next(scene.c);
                  scene.subscription().cancel();
                  scene.b.next(11);
                  scene.c.next(20);
                }));
    scene.a.next(1);
    assertEquals(List.of(1), scene.delivered());
    assertEquals(List.of(11, 20, 10), scene.discarded);
    assertCancelledOnce(scene.a, scene.b, scene.c);
  }

  @Test
  void fromWithinOnSubscribeSubscribesToNothing() {
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    downstream.onSubscribe(Subscription::cancel);
    Tap<Integer> tap = Tap.named("tap");
    Merge.withDefaults().concurrency(1).<Integer>of(tap).subscribe(downstream);
    assertFalse(tap.isSubscribed());
    assertEquals(List.of("subscribed"), downstream.signals());
  }

  @Test
  void leavesEndedSourcesAlone() {
    MergeScene scene = MergeScene.merged();
    scene.a.next(1).complete();
    scene.b.complete();
    scene.outer.complete();
    scene.subscription().cancel();
    assertFalse(scene.a.isCancelled() || scene.b.isCancelled() || scene.outer.isCancelled());
    assertEquals(List.of(1), scene.discarded);
    assertEquals(List.of(), scene.delivered());
  }

  @Test
  void afterTheEndChangesNothing() {
    MergeScene scene = MergeScene.merged();
    scene.a.complete();
    scene.b.complete();
    scene.outer.complete();
    scene.subscription().cancel();
    scene.request(1).request(-1);
    assertEquals(List.of("completed"), scene.delivered());
    assertEquals(List.of(), scene.dropped);
    assertFalse(scene.a.isCancelled() || scene.b.isCancelled() || scene.outer.isCancelled());
  }

  @Test
  void afterwardsNoSourceIsSubscribedTo() {
    MergeScene scene = MergeScene.merged();
    scene.subscription().cancel();
    scene.outer.next(scene.c);
    assertFalse(scene.c.isSubscribed());
  }

  @Test
  void cancelsTheRemainingSourcesOfMany() {
    MergeScene scene = MergeScene.merging();
    List<Tap<Integer>> taps = new ArrayList<>();
    IntStream.range(0, 100).forEach(i -> taps.add(Tap.named("tap " + i)));
    taps.forEach(scene.outer::next);
    IntStream.range(0, 100).filter(i -> i % 3 != 0).forEach(i -> taps.get(i).complete());
    scene.subscription().cancel();
    IntStream.range(0, 100)
        .forEach(i -> assertEquals(i % 3 == 0, taps.get(i).isCancelled(), "tap " + i));
  }

  @SafeVarargs
  private static void assertCancelledOnce(Tap<Integer>... taps) {
    for (Tap<Integer> tap : taps) {
      assertEquals(List.of(128L, "cancel"), tap.calls(), tap.toString());
    }
  }
}
