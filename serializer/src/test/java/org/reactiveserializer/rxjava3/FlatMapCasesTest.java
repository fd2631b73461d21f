package org.reactiveserializer.rxjava3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.processors.PublishProcessor;
import io.reactivex.rxjava3.processors.UnicastProcessor;
import io.reactivex.rxjava3.schedulers.Schedulers;
import io.reactivex.rxjava3.subscribers.TestSubscriber;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Merge;
import org.reactiveserializer.support.Elsewhere;
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.RecordingSubscription;

/** What RxJava's own tests of {@code flatMap} and {@code merge} check, for the bridge's: see docs/bridges-mapping.md. */
class FlatMapCasesTest {
  private static final int ROUNDS = 500;

  @RegisterExtension final Plugins plugins = new Plugins();

  private final PublishProcessor<Integer> items = PublishProcessor.create();
  private final PublishProcessor<Flowable<Integer>> sources = PublishProcessor.create();
  private final RxMerge<Object> merge = RxMerge.withDefaults();
  private final RxMerge<Object> delaying =
      RxMerge.with(Merge.concurrency(128).errors(ErrorMode.DELAYED));

  @ParameterizedTest
  @ValueSource(ints = {2, 128})
  void aSourceOfOneItemFromWithinAnItem(int concurrency) {
    TestSubscriber<Integer> end =
        RxMerge.with(Merge.concurrency(concurrency))
            .<Integer>merge(sources)
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
        merge
            .<Integer, Integer>flatMap(items, Flowable::just)
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
        merge
            .<Integer, Integer>flatMap(items, Flowable::just)
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

  /** The inner source with a queue would be polled by the merge, if that fused; its mapper throws either way. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anInnerSourceThatFailsFromWithinAnItemOfAnother(boolean failingFirst) {
    UnicastProcessor<Integer> queue = UnicastProcessor.create();
    Flowable<Integer> failing =
        queue.map(
            item -> {
              if (item == 10) {
                throw new IOException("on purpose");
              }
              return item;
            });
    List<Flowable<Integer>> both = failingFirst ? List.of(failing, items) : List.of(items, failing);
    TestSubscriber<Integer> end =
        delaying
            .<Integer>of(both)
            .doOnNext(
                item -> {
                  if (item == 1) {
                    items.onNext(2);
                    queue.onNext(10);
                  }
                })
            .test();
    items.onNext(1);
    items.onComplete();
    end.assertFailure(IOException.class, 1, 2);
  }

  @Test
  void anErrorBehindTheMappersIsDropped() {
    IOException late = new IOException("late");
    Flowable<Integer> raw =
        Flowable.unsafeCreate(
            subscriber -> {
              subscriber.onSubscribe(new RecordingSubscription());
              subscriber.onNext(1);
              subscriber.onNext(2);
              subscriber.onComplete();
              subscriber.onError(late);
            });
    AtomicInteger mapped = new AtomicInteger();
    merge
        .<Integer, Integer>flatMap(
            raw,
            item -> {
              mapped.getAndIncrement();
              throw new IllegalArgumentException("on purpose");
            })
        .test()
        .assertFailure(IllegalArgumentException.class);
    assertEquals(1, mapped.get());
    assertEquals(List.of(late), plugins.causes());
  }

  @Test
  void noMoreSourcesLiveThanMay() {
    AtomicInteger live = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Set<Integer> arrived =
        new TreeSet<>(
            Flowable.range(1, 100)
                .compose(
                    RxMerge.with(Merge.concurrency(4))
                        .flatMapping(
                            i ->
                                Flowable.range(10 * i, 2)
                                    .subscribeOn(Schedulers.computation())
                                    .doOnSubscribe(
                                        s -> most.accumulateAndGet(live.incrementAndGet(), Math::max))
                                    .doOnComplete(live::decrementAndGet)))
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
            .compose(RxMerge.with(Merge.concurrency(2)).<Integer>merging())
            .doOnNext(
                item -> {
                  four.get(0).onComplete();
                  four.get(1).onComplete();
                })
            .test();
    four.get(0).onNext(1);
    assertEquals(
        List.of(false, false, true, true), four.stream().map(PublishProcessor::hasSubscribers).toList());
    end.cancel();
    assertTrue(four.stream().noneMatch(PublishProcessor::hasSubscribers));
  }

  @Test
  void manySourcesOfNoneOneOrTwoItemsInOrder() {
    List<Integer> odd = IntStream.range(0, 512).filter(i -> i % 2 == 1).boxed().toList();
    for (int concurrency : new int[] {1, 16, Integer.MAX_VALUE}) {
      RxMerge<Object> limited = RxMerge.with(Merge.concurrency(concurrency));
      assertEquals(
          odd,
          Flowable.range(0, 512)
              .compose(
                  limited.flatMapping(i -> i % 2 == 0 ? Flowable.<Integer>empty() : Flowable.just(i)))
              .toList()
              .blockingGet());
      assertEquals(
          odd.stream().flatMap(i -> List.of(i, i + 1).stream()).toList(),
          Flowable.range(0, 512)
              .compose(limited.flatMapping(i -> i % 2 == 0 ? Flowable.empty() : Flowable.range(i, 2)))
              .toList()
              .blockingGet());
    }
  }

  @Test
  void demandIsMet() {
    TestSubscriber<Integer> end =
        Flowable.range(1, 1_000).compose(merge.flatMapping(i -> Flowable.range(i, 2))).test(0);
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
        Flowable.just(1, 2).compose(merge.flatMapping(i -> Flowable.range(1, 100_000))).count().blockingGet());
  }

  @Test
  void sourcesOnOtherThreads() {
    for (int round = 0; round < 20; round++) {
      Flowable.range(1, 1_000)
          .compose(merge.flatMapping(i -> Flowable.just(1).subscribeOn(Schedulers.computation())))
          .test()
          .awaitDone(30, TimeUnit.SECONDS)
          .assertComplete()
          .assertValueCount(1_000);
    }
  }

  /** Each runs on the thread that its own source names: nothing of it is polled on another's. */
  @Test
  void aSourceIsNotPolledByAnothersThread() {
    Flowable<String> one =
        Flowable.just(1).observeOn(Schedulers.single()).map(i -> Thread.currentThread().getName());
    Flowable<String> other =
        Flowable.just(1).observeOn(Schedulers.computation()).map(i -> Thread.currentThread().getName());
    for (int round = 0; round < ROUNDS; round++) {
      List<String> names = merge.of(one, other).toList().blockingGet();
      assertTrue(names.stream().anyMatch(name -> name.startsWith("RxSingle")), names::toString);
      assertTrue(names.stream().anyMatch(name -> name.startsWith("RxComputation")), names::toString);
    }
  }

  @Test
  void aSourceThatFailsCancelsTheOuterOneBeforeItEmitsMore() {
    AtomicInteger emitted = new AtomicInteger();
    Flowable.range(1, 5)
        .doOnNext(i -> emitted.getAndIncrement())
        .compose(merge.flatMapping(i -> Flowable.error(new IOException("on purpose"))))
        .test()
        .assertFailure(IOException.class);
    assertEquals(1, emitted.get());
  }

  @Test
  void aMapperThatThrowsUnsubscribes() {
    TestSubscriber<Integer> end =
        merge
            .<Integer, Integer>flatMap(
                items,
                item -> {
                  throw new IOException("on purpose");
                })
            .test();
    assertTrue(items.hasSubscribers());
    items.onNext(1);
    assertFalse(items.hasSubscribers());
    end.assertFailure(IOException.class);
  }

  @Test
  void severalDelayedErrorsAreOneWithTheOthersSuppressed() {
    IOException first = new IOException("first");
    IOException second = new IOException("second");
    TestSubscriber<Integer> end =
        delaying.of(Flowable.just(1), Flowable.error(first), Flowable.just(2), Flowable.error(second)).test();
    end.assertValues(1, 2);
    end.assertError(
        error ->
            error.getClass() == RuntimeException.class
                && error.getCause() == first
                && error.getSuppressed()[0] == second);
  }

  @Test
  void oneDelayedErrorIsItself() {
    IOException error = new IOException("on purpose");
    TestSubscriber<Integer> end = delaying.of(Flowable.error(error), Flowable.just(1)).test();
    end.assertValues(1).assertError(thrown -> thrown == error);
  }

  @Test
  void anEndThatRacesWithACancellation() {
    for (int round = 0; round < ROUNDS; round++) {
      PublishProcessor<Integer> inner = PublishProcessor.create();
      TestSubscriber<Integer> end = merge.<Integer>of(inner).test(0);
      Race.run(round, inner::onComplete, end::cancel);
      assertFalse(inner.hasSubscribers());
    }
    assertEquals(List.of(), plugins.errors);
  }

  @Test
  void anItemThatRacesWithARequestAndACancellation() {
    for (int round = 0; round < ROUNDS; round++) {
      PublishProcessor<Integer> inner = PublishProcessor.create();
      TestSubscriber<Integer> end = merge.<Integer>of(inner).test(0);
      Race.run(
          round,
          () -> inner.onNext(1),
          () -> {
            end.request(1);
            end.cancel();
          });
      assertTrue(end.values().size() <= 1);
    }
    assertEquals(List.of(), plugins.errors);
  }

  /** An error that a source signals when it is cancelled, as one that is interrupted does, is not lost. */
  @ParameterizedTest
  @EnumSource
  void anErrorThatAnswersACancellationGoesToThePlugins(ErrorMode mode) {
    IOException interrupted = new IOException("interrupted");
    Flowable<Integer> answering =
        Flowable.unsafeCreate(
            subscriber ->
                subscriber.onSubscribe(
                    new RecordingSubscription().onCancel(() -> subscriber.onError(interrupted))));
    RxMerge.with(Merge.concurrency(2).errors(mode)).of(answering).test().cancel();
    assertEquals(List.of(interrupted), plugins.causes());
  }
}
