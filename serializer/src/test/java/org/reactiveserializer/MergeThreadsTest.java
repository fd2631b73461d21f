package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.support.MergeScene;
import org.reactiveserializer.support.Pool;
import org.reactiveserializer.support.PooledRanges;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.testing.Elsewhere;
import org.reactivestreams.Publisher;

/** The threads that deliver and subscribe, and sources that signal from the threads of a pool. */
class MergeThreadsTest {
  private final RecordingSubscriber<Integer> downstream =
      new RecordingSubscriber<Integer>()
          .onSubscribe(subscription -> subscription.request(Long.MAX_VALUE));
  private final List<Thread> threads = new ArrayList<>();

  @Test
  void anItemIsDeliveredByItsOwnThreadIfNoOtherThreadDelivers() {
    MergeScene scene = MergeScene.merged().request(9);
    Elsewhere.run(
        () -> {
          threads.add(Thread.currentThread());
          scene.a.next(1);
        });
    assertEquals(List.of(1), scene.delivered());
    assertSame(threads.get(0), scene.downstream.deliverer());
    scene.b.next(2);
    assertSame(Thread.currentThread(), scene.downstream.deliverer());
  }

  @Test
  void aSourceIsSubscribedToByTheThreadThatEmitsTheOuterItem() {
    MergeScene scene = MergeScene.merging().request(9);
    Elsewhere.run(() -> emitSource(scene));
    assertSubscribedToElsewhere();
  }

  @Test
  void soItIsWhileAnotherThreadDelivers() {
    MergeScene scene = MergeScene.merged().request(9);
    scene.downstream.on(1, () -> Elsewhere.run(() -> emitSource(scene)));
    scene.a.next(1);
    assertSubscribedToElsewhere();
  }

  /**
   * Records the calling thread, and emits a source that records the thread that subscribes to it.
   */
  private void emitSource(MergeScene scene) {
    threads.add(Thread.currentThread());
    scene.outer.next(subscriber -> threads.add(Thread.currentThread()));
  }

  private void assertSubscribedToElsewhere() {
    assertEquals(2, threads.size());
    assertSame(threads.get(0), threads.get(1));
    assertNotSame(Thread.currentThread(), threads.get(1));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void noMoreSourcesLiveThanConcurrencyAllows(int concurrency) {
    try (Pool pool = new Pool(2 + concurrency % 3)) {
      PooledRanges ranges = new PooledRanges(pool);
      Merge.withDefaults()
          .concurrency(concurrency)
          .prefetch(2)
          .of(list(ranges, 100, 5))
          .subscribe(downstream);
      pool.await();
      assertAll(500);
      assertTrue(ranges.most() <= concurrency, "live: " + ranges.most());
    }
  }

  @Test
  void withAConcurrencyOfOneTheSourcesFollowEachOther() {
    try (Pool pool = new Pool(3)) {
      Merge.withDefaults()
          .concurrency(1)
          .prefetch(2)
          .of(list(new PooledRanges(pool), 100, 5))
          .subscribe(downstream);
      pool.await();
    }
    List<Object> expected = new ArrayList<>(List.of("subscribed"));
    IntStream.range(0, 500).forEach(expected::add);
    expected.add("completed");
    assertEquals(expected, downstream.signals());
  }

  @ParameterizedTest
  @CsvSource({"2000,1", "200,100"})
  void manyAtATimeLoseNothing(int sources, int items) {
    try (Pool pool = new Pool(4)) {
      Merge.withDefaults()
          .concurrency(Integer.MAX_VALUE)
          .of(list(new PooledRanges(pool), sources, items))
          .subscribe(downstream);
      pool.await();
    }
    assertAll(sources * items);
  }

  /** Returns sources that together publish the numbers from 0. */
  private static List<Publisher<Integer>> list(PooledRanges ranges, int sources, int items) {
    return IntStream.range(0, sources).mapToObj(i -> ranges.range(i * items, items)).toList();
  }

  /**
   * Checks that the numbers from 0 up to {@code count} were delivered, in any order, followed by
   * one completion, without overlap.
   */
  private void assertAll(int count) {
    List<Object> signals = downstream.signals();
    assertEquals(count + 2, signals.size());
    assertEquals("completed", signals.get(count + 1));
    assertEquals(
        IntStream.range(0, count).boxed().toList(),
        signals.subList(1, count + 1).stream().sorted().toList());
    assertFalse(downstream.overlapped());
  }
}
