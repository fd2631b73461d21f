package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.support.MergeScene;
import org.reactiveserializer.support.Range;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.RecordingSubscription;
import org.reactiveserializer.support.Tap;
import org.reactivestreams.Publisher;

/** Cancellations within calls of the merge: of the downstream, the mapper, a source. */
class MergeReentrancyTest {
  private final List<Integer> mapped = new ArrayList<>();
  private final List<Integer> discarded = new ArrayList<>();
  private final RecordingSubscriber<Integer> downstream =
      new RecordingSubscriber<Integer>()
          .onSubscribe(subscription -> subscription.request(Long.MAX_VALUE));

  @Test
  void aSourceThatEmitsWithinRequestIsStoppedWithinItsItem() {
    cancelAt(12);
    merge(1, 100, i -> new Range(10 * i, 5));
    assertEquals(List.of("subscribed", 10, 11, 12), downstream.signals());
    assertEquals(List.of(), discarded);
    assertEquals(List.of(1), mapped);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, Integer.MAX_VALUE})
  void anOuterSourceThatEmitsWithinRequestIsStoppedHalfway(int concurrency) {
    cancelAt(5_000);
    merge(concurrency, 10_000, i -> new Range(i, 1));
    assertEquals(1 + 5_000, downstream.signals().size());
    assertEquals(5_000, mapped.size());
    assertEquals(List.of(), discarded);
  }

  /**
   * If the source were subscribed to while ownership is held, all its items would be handed over,
   * and none delivered.
   */
  @Test
  void anEndlessSourceBehindOneThatEndsIsStoppedWithinItsItem() {
    Tap<Integer> first = Tap.named("first");
    int[] emitted = {0};
    Publisher<Integer> endless =
        subscriber -> {
          RecordingSubscription subscription = new RecordingSubscription();
          subscriber.onSubscribe(subscription);
          while (!subscription.calls().contains("cancel") && emitted[0] < 10_000) {
            subscriber.onNext(++emitted[0]);
          }
        };
    cancelAt(100);
    Merge.<Integer>withDefaults()
        .concurrency(1)
        .prefetch(Integer.MAX_VALUE)
        .<Integer, Integer>flatMap(new Range(0, 2), i -> i == 0 ? first : endless)
        .subscribe(downstream);
    first.complete();
    assertEquals(100, emitted[0]);
  }

  @Test
  void aCancellationBehindTheLastCompletionIsTheEnd() {
    MergeScene scene = oneItemWaits();
    scene.downstream.on(
        1,
        () -> {
          scene.a.complete();
          scene.subscription().cancel();
        });
    scene.request(1);
    assertEquals(List.of(1), scene.delivered());
    assertFalse(scene.a.isCancelled());
  }

  @Test
  void aCancellationBeforeTheLastCompletionIsTheEnd() {
    MergeScene scene = oneItemWaits();
    scene.downstream.on(
        1,
        () -> {
          scene.subscription().cancel();
          scene.a.complete();
        });
    scene.request(1);
    assertEquals(List.of(1), scene.delivered());
  }

  @ParameterizedTest
  @EnumSource
  void aSourceWhoseMapperCancelledIsNotSubscribedTo(ErrorMode mode) {
    MergeScene scene = MergeScene.merging(mode);
    scene.mapping(
        source -> {
          scene.subscription().cancel();
          return source;
        });
    scene.outer.next(scene.a);
    assertFalse(scene.a.isSubscribed());
    assertEquals(List.of(Long.MAX_VALUE, "cancel"), scene.outer.calls());
    assertEquals(List.of(), scene.delivered());
    assertEquals(List.of(), scene.dropped);
  }

  @ParameterizedTest
  @EnumSource
  void anExceptionOfAMapperThatCancelledIsDropped(ErrorMode mode) {
    RuntimeException thrown = new RuntimeException("from the mapper");
    MergeScene scene = MergeScene.merging(mode);
    scene.mapping(
        source -> {
          scene.subscription().cancel();
          throw thrown;
        });
    scene.outer.next(scene.a);
    assertEquals(List.of(thrown), scene.dropped);
    assertEquals(List.of(Long.MAX_VALUE, "cancel"), scene.outer.calls());
    assertEquals(List.of(), scene.delivered());
  }

  @Test
  void nothingIsRequestedOfASourceThatCancelsTheMergeWhenSubscribedTo() {
    MergeScene scene = MergeScene.merging().request(9);
    RecordingSubscription late = new RecordingSubscription();
    scene.outer.next(
        subscriber -> {
          scene.subscription().cancel();
          subscriber.onSubscribe(late);
          subscriber.onNext(1);
        });
    assertEquals(List.of("cancel"), late.calls());
    assertEquals(List.of(1), scene.discarded);
    assertEquals(List.of(), scene.delivered());
  }

  private void cancelAt(int item) {
    downstream.on(item, () -> downstream.subscription().cancel());
  }

  private void merge(int concurrency, int sources, Function<Integer, Publisher<Integer>> mapper) {
    Merge.<Integer>withDefaults()
        .concurrency(concurrency)
        .onDiscard(discarded::add)
        .flatMap(
            new Range(1, sources),
            i -> {
              mapped.add(i);
              return mapper.apply(i);
            })
        .subscribe(downstream);
  }

  /** The item is of a, the only source, of which only its end is still expected. */
  private static MergeScene oneItemWaits() {
    MergeScene scene = MergeScene.merging();
    scene.outer.next(scene.a).complete();
    scene.a.next(1);
    return scene;
  }
}
