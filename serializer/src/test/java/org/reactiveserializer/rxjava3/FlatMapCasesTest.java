package org.reactiveserializer.rxjava3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.processors.PublishProcessor;
import io.reactivex.rxjava3.schedulers.Schedulers;
import io.reactivex.rxjava3.subscribers.TestSubscriber;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.Merge;
import org.reactiveserializer.testing.Elsewhere;

/**
 * Cases from RxJava's own tests of {@code flatMap} and {@code merge}: see docs/internals/rivals.md.
 */
class FlatMapCasesTest {
  private static final int ROUNDS = 500;

  @RegisterExtension final Plugins plugins = new Plugins();

  private final PublishProcessor<Integer> items = PublishProcessor.create();
  private final PublishProcessor<Flowable<Integer>> sources = PublishProcessor.create();
  private final Merge<Object> merge = Merge.withDefaults();

  @ParameterizedTest
  @ValueSource(ints = {2, 128})
  void aSourceOfOneItemFromWithinAnItem(int concurrency) {
    TestSubscriber<Integer> end =
        sources
            .compose(
                items ->
                    RxSerializer.flowable(
                        Merge.withDefaults()
                            .concurrency(concurrency)
                            .flatMap(items, source -> source)))
            .doOnNext(
                item -> {
                  if (item == 1) {
                    sources.onNext(Flowable.just(2));
                  }
                })
            .test();
    sources.onNext(Flowable.just(1));
    sources.onComplete();
    end.assertResult(1, 2);
  }

  @Test
  void theRestOfAReentrantBatchIsNotDeliveredBehindTheCancellation() {
    TestSubscriber<Integer> end =
        items
            .compose(
                items ->
                    RxSerializer.flowable(merge.<Integer, Integer>flatMap(items, Flowable::just)))
            .doOnNext(
                item -> {
                  if (item == 1) {
                    items.onNext(2);
                    items.onNext(3);
                  }
                })
            .take(2)
            .test();
    items.onNext(1);
    end.assertResult(1, 2);
    assertFalse(items.hasSubscribers());
  }

  @Test
  void aCompletionOfAnotherThreadBehindAReentrantItem() {
    TestSubscriber<Integer> end =
        items
            .compose(
                items ->
                    RxSerializer.flowable(merge.<Integer, Integer>flatMap(items, Flowable::just)))
            .doOnNext(
                item -> {
                  if (item == 1) {
                    items.onNext(2);
                    Elsewhere.run(items::onComplete);
                  }
                })
            .test();
    items.onNext(1);
    end.assertResult(1, 2);
  }

  @Test
  void noMoreSourcesLiveThanConcurrencyAllows() {
    AtomicInteger live = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Set<Integer> arrived =
        new TreeSet<>(
            Flowable.range(1, 100)
                .compose(
                    items ->
                        RxSerializer.flowable(
                            Merge.withDefaults()
                                .concurrency(4)
                                .flatMap(
                                    items,
                                    i ->
                                        Flowable.range(10 * i, 2)
                                            .subscribeOn(Schedulers.computation())
                                            .doOnSubscribe(
                                                s ->
                                                    most.accumulateAndGet(
                                                        live.incrementAndGet(), Math::max))
                                            .doOnComplete(live::decrementAndGet))))
                .toList()
                .blockingGet());
    assertEquals(200, arrived.size());
    assertTrue(most.get() <= 4, most::toString);
  }

  @Test
  void whenOneSourceHasEndedTheNextIsSubscribedTo() {
    List<PublishProcessor<Integer>> four =
        List.of(
            PublishProcessor.create(),
            PublishProcessor.create(),
            PublishProcessor.create(),
            PublishProcessor.create());
    TestSubscriber<Integer> end =
        Flowable.fromIterable(four)
            .compose(
                items ->
                    RxSerializer.flowable(
                        Merge.withDefaults().concurrency(2).flatMap(items, source -> source)))
            .doOnNext(
                item -> {
                  four.get(0).onComplete();
                  four.get(1).onComplete();
                })
            .test();
    four.get(0).onNext(1);
    assertEquals(
        List.of(false, false, true, true),
        four.stream().map(PublishProcessor::hasSubscribers).toList());
    end.cancel();
    assertTrue(four.stream().noneMatch(PublishProcessor::hasSubscribers));
  }

  @Test
  void manySourcesOfNoneOneOrTwoItemsInOrder() {
    List<Integer> odd = IntStream.range(0, 512).filter(i -> i % 2 == 1).boxed().toList();
    for (int concurrency : new int[] {1, 16, Integer.MAX_VALUE}) {
      Merge<Object> limited = Merge.withDefaults().concurrency(concurrency);
      assertEquals(
          odd,
          Flowable.range(0, 512)
              .compose(
                  items ->
                      RxSerializer.flowable(
                          limited.flatMap(
                              items,
                              i -> i % 2 == 0 ? Flowable.<Integer>empty() : Flowable.just(i))))
              .toList()
              .blockingGet());
      assertEquals(
          odd.stream().flatMap(i -> List.of(i, i + 1).stream()).toList(),
          Flowable.range(0, 512)
              .compose(
                  items ->
                      RxSerializer.flowable(
                          limited.flatMap(
                              items, i -> i % 2 == 0 ? Flowable.empty() : Flowable.range(i, 2))))
              .toList()
              .blockingGet());
    }
  }

  @Test
  void demandIsMet() {
    TestSubscriber<Integer> end =
        Flowable.range(1, 1_000)
            .compose(
                items -> RxSerializer.flowable(merge.flatMap(items, i -> Flowable.range(i, 2))))
            .test(0);
    end.assertNoValues().assertNotComplete();
    end.request(1_000);
    end.assertValueCount(1_000).assertNotComplete();
    end.request(1_000);
    end.assertValueCount(2_000).assertComplete();
  }

  @Test
  void longSourcesOneAfterTheOther() {
    assertEquals(
        200_000,
        Flowable.just(1, 2)
            .compose(
                items ->
                    RxSerializer.flowable(merge.flatMap(items, i -> Flowable.range(1, 100_000))))
            .count()
            .blockingGet());
  }

  @Test
  void sourcesOnOtherThreads() {
    for (int round = 0; round < 20; round++) {
      Flowable.range(1, 1_000)
          .compose(
              items ->
                  RxSerializer.flowable(
                      merge.flatMap(
                          items, i -> Flowable.just(1).subscribeOn(Schedulers.computation()))))
          .test()
          .awaitDone(60, TimeUnit.SECONDS)
          .assertComplete()
          .assertValueCount(1_000);
    }
  }

  /** Each source runs on its own thread, and is not polled by the thread of another source. */
  @Test
  void aSourceIsNotPolledByTheThreadOfAnother() {
    Flowable<String> one =
        Flowable.just(1).observeOn(Schedulers.single()).map(i -> Thread.currentThread().getName());
    Flowable<String> other =
        Flowable.just(1)
            .observeOn(Schedulers.computation())
            .map(i -> Thread.currentThread().getName());
    for (int round = 0; round < ROUNDS; round++) {
      List<String> names =
          RxSerializer.flowable(merge.of(List.of(one, other))).toList().blockingGet();
      assertTrue(names.stream().anyMatch(name -> name.startsWith("RxSingle")), names::toString);
      assertTrue(
          names.stream().anyMatch(name -> name.startsWith("RxComputation")), names::toString);
    }
  }
}
