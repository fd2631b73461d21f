package org.reactiveserializer.rxjava3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.exceptions.CompositeException;
import io.reactivex.rxjava3.processors.PublishProcessor;
import io.reactivex.rxjava3.processors.UnicastProcessor;
import io.reactivex.rxjava3.subscribers.TestSubscriber;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Merge;
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.RecordingSubscription;

/** The same as {@link FlatMapCasesTest}, for errors and cancellations. */
class FlatMapErrorCasesTest {
  private static final int ROUNDS = 500;

  @RegisterExtension final Plugins plugins = new Plugins();

  private final PublishProcessor<Integer> items = PublishProcessor.create();
  private final Merge<Object> merge = Merge.withDefaults();
  private final Merge<Object> delaying =
      Merge.withDefaults().concurrency(128).errors(ErrorMode.DELAYED);

  /**
   * If the merge fused, it would poll the inner source that has a queue. The mapper of that source
   * throws in both cases.
   */
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
        RxSerializer.flowable(delaying.<Integer>of(both))
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
  void anErrorAfterTheMappersIsDropped() {
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
    raw.compose(
            items ->
                RxSerializer.flowable(
                    merge.<Integer, Integer>flatMap(
                        items,
                        item -> {
                          mapped.getAndIncrement();
                          throw new IllegalArgumentException("on purpose");
                        })))
        .test()
        .assertFailure(IllegalArgumentException.class);
    assertEquals(1, mapped.get());
    assertEquals(List.of(late), plugins.causes());
  }

  @Test
  void aSourceThatFailsCancelsTheOuterOneBeforeItEmitsMore() {
    AtomicInteger emitted = new AtomicInteger();
    Flowable.range(1, 5)
        .doOnNext(i -> emitted.getAndIncrement())
        .compose(
            items ->
                RxSerializer.flowable(
                    merge.flatMap(items, i -> Flowable.error(new IOException("on purpose")))))
        .test()
        .assertFailure(IOException.class);
    assertEquals(1, emitted.get());
  }

  @Test
  void aMapperThatThrowsUnsubscribes() {
    TestSubscriber<Integer> end =
        items
            .compose(
                items ->
                    RxSerializer.flowable(
                        merge.<Integer, Integer>flatMap(
                            items,
                            item -> {
                              throw new UncheckedIOException(new IOException("on purpose"));
                            })))
            .test();
    assertTrue(items.hasSubscribers());
    items.onNext(1);
    assertFalse(items.hasSubscribers());
    end.assertFailure(UncheckedIOException.class);
  }

  @Test
  void severalDelayedErrorsAreOneOfRxJava() {
    IOException first = new IOException("first");
    IOException second = new IOException("second");
    TestSubscriber<Integer> end =
        RxSerializer.flowable(
                delaying.of(
                    List.of(
                        Flowable.just(1),
                        Flowable.error(first),
                        Flowable.just(2),
                        Flowable.error(second))))
            .test();
    end.assertValues(1, 2);
    end.assertError(
        error ->
            error instanceof CompositeException all
                && all.getExceptions().equals(List.of(first, second)));
  }

  @Test
  void aSingleDelayedErrorIsSignalledItself() {
    IOException error = new IOException("on purpose");
    TestSubscriber<Integer> end =
        RxSerializer.flowable(delaying.of(List.of(Flowable.error(error), Flowable.just(1)))).test();
    end.assertValues(1).assertError(thrown -> thrown == error);
  }

  @Test
  void anEndThatRacesWithACancellation() {
    for (int round = 0; round < ROUNDS; round++) {
      PublishProcessor<Integer> inner = PublishProcessor.create();
      TestSubscriber<Integer> end =
          RxSerializer.flowable(merge.<Integer>of(List.of(inner))).test(0);
      Race.run(round, inner::onComplete, end::cancel);
      assertFalse(inner.hasSubscribers());
    }
    assertEquals(List.of(), plugins.errors);
  }

  @Test
  void anItemThatRacesWithARequestAndACancellation() {
    for (int round = 0; round < ROUNDS; round++) {
      PublishProcessor<Integer> inner = PublishProcessor.create();
      TestSubscriber<Integer> end =
          RxSerializer.flowable(merge.<Integer>of(List.of(inner))).test(0);
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

  /**
   * An error that a source signals while it is cancelled, for example because it is interrupted, is
   * not lost.
   */
  @ParameterizedTest
  @EnumSource
  void anErrorThatAnswersACancellationGoesToThePlugins(ErrorMode mode) {
    IOException interrupted = new IOException("interrupted");
    Flowable<Integer> answering =
        Flowable.unsafeCreate(
            subscriber ->
                subscriber.onSubscribe(
                    new RecordingSubscription().onCancel(() -> subscriber.onError(interrupted))));
    RxSerializer.flowable(Merge.withDefaults().concurrency(2).errors(mode).of(List.of(answering)))
        .test()
        .cancel();
    assertEquals(List.of(interrupted), plugins.causes());
  }
}
