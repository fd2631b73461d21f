package org.reactiveserializer.rxjava3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableSubscriber;
import io.reactivex.rxjava3.exceptions.CompositeException;
import io.reactivex.rxjava3.exceptions.UndeliverableException;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.subscribers.TestSubscriber;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Merge;
import org.reactiveserializer.support.MergeRules;
import org.reactiveserializer.support.Range;
import org.reactiveserializer.support.Tap;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/** The merge: the rules that all bridges share, and those of this bridge. */
class RxMergeTest extends MergeRules {

  @BeforeEach
  void hook() {
    RxJavaPlugins.setErrorHandler(
        thrown ->
            dropped.add(thrown instanceof UndeliverableException ? thrown.getCause() : thrown));
  }

  @AfterEach
  void unhook() {
    RxJavaPlugins.reset();
  }

  @Override
  protected <S> void merge(
      Merge<Integer> settings,
      Publisher<S> source,
      Function<S, @Nullable Publisher<Integer>> mapper,
      Consumer<S> onDiscardOuter,
      Subscriber<Integer> end) {
    subscribe(
        Flowable.fromPublisher(source)
            .compose(
                items ->
                    RxSerializer.flowable(
                        settings
                            .onDiscard(discarded::add)
                            .flatMap(
                                items, // RxJava has no hook for items
                                item -> flowable(mapper.apply(item)),
                                onDiscardOuter))),
        end);
  }

  /** Subscribes without a wrapper of RxJava around the subscriber. */
  @SuppressWarnings("unchecked") // it passes on the items unchanged
  private static void subscribe(Flowable<Integer> flowable, Subscriber<Integer> end) {
    flowable.subscribe((FlowableSubscriber<Integer>) new Forward(end));
  }

  @SuppressWarnings("NullAway") // a mapper may return null
  private static Publisher<Integer> flowable(@Nullable Publisher<Integer> raw) {
    return raw == null ? null : Flowable.fromPublisher(raw);
  }

  @Test
  void aSourceGetsASubscriberOfRxJavasKind() {
    merged(any());
    assertInstanceOf(RxDialect.FlowableMerger.class, outer.subscriber());
    assertInstanceOf(FlowableSubscriber.class, a.subscriber());
  }

  @Test
  void everyFactoryMethodTakesEverySource() {
    Merge<Object> merge = Merge.withDefaults();
    Flowable<Integer> one = Flowable.just(1);
    Publisher<Integer> two = new Range(2, 1);
    RxSerializer.flowable(merge.of(List.of(one, two))).test().assertResult(1, 2);
    RxSerializer.flowable(merge.of(List.of(one, two))).test().assertResult(1, 2);
    Flowable.just(one, two)
        .compose(items -> RxSerializer.flowable(merge.flatMap(items, source -> source)))
        .test()
        .assertResult(1, 2);
    Flowable.range(1, 2)
        .compose(items -> RxSerializer.flowable(merge.flatMap(items, i -> Flowable.just(i, -i))))
        .test()
        .assertResult(1, -1, 2, -2);
    Flowable.fromPublisher(new Range(1, 3))
        .compose(
            items ->
                RxSerializer.flowable(Merge.withDefaults().concurrency(1).flatMap(items, i -> one)))
        .test()
        .assertResult(1, 1, 1);
  }

  @Test
  void sourcesThatFuseOrHaveNoItems() {
    Merge<Object> merge = Merge.withDefaults();
    RxSerializer.flowable(
            merge.of(
                List.of(
                    Flowable.empty(),
                    Flowable.just(1),
                    Flowable.fromCallable(() -> 2),
                    Flowable.range(3, 2))))
        .test()
        .assertResult(1, 2, 3, 4);
    RxSerializer.flowable(merge.of(List.of(Flowable.range(1, 2).map(i -> i * 2).filter(i -> true))))
        .test()
        .assertResult(2, 4);
    RxSerializer.flowable(merge.of(List.of(Flowable.fromCallable(() -> failing()))))
        .test()
        .assertFailure(IOException.class);
    RxSerializer.flowable(merge.of(List.of())).test().assertResult();
  }

  private static int failing() throws IOException {
    throw new IOException("on purpose");
  }

  @Test
  void theAssemblyHookSeesEachMergeOnce() {
    List<Object> seen = new ArrayList<>();
    Flowable<Integer> source = Flowable.just(1);
    RxJavaPlugins.setOnFlowableAssembly(
        flowable -> {
          seen.add(flowable);
          return flowable;
        });
    Flowable<Integer> merged =
        RxSerializer.flowable(Merge.<Integer>withDefaults().of(List.of(source, source)));
    Flowable<Integer> mapped =
        RxSerializer.flowable(Merge.withDefaults().flatMap(source, i -> source));
    assertEquals(List.of(merged, mapped), seen);
  }

  @Test
  @SuppressWarnings("NullAway") // on purpose
  void nullIsRefusedWhenTheStreamIsMade() {
    Merge<Object> merge = Merge.withDefaults();
    assertThrows(NullPointerException.class, () -> RxSerializer.flowable(merge.flatMap(a, null)));
    assertThrows(
        NullPointerException.class,
        () ->
            RxSerializer.flowable(merge.<Integer, Integer>flatMap(a, i -> Flowable.just(1), null)));
    assertThrows(
        NullPointerException.class,
        () -> RxSerializer.flowable(merge.of((Iterable<Flowable<Integer>>) null)));
    assertThrows(NullPointerException.class, () -> RxSerializer.flowable(null));
  }

  /** As an undeliverable exception, because a dropped error is not a bug. */
  @Test
  void aDroppedErrorGoesToThePlugins() {
    List<Throwable> errors = new ArrayList<>();
    RxJavaPlugins.setErrorHandler(errors::add);
    Tap<Integer> late = Tap.named("late");
    RxSerializer.flowable(Merge.withDefaults().of(List.of(Flowable.fromPublisher(late))))
        .test()
        .cancel();
    late.fail(error);
    assertEquals(1, errors.size());
    assertSame(error, errors.get(0).getCause());
  }

  /** RxJava's composite keeps one of several equal errors. */
  @Test
  void errorsThatAreEqualAreAllKept() {
    Tap<Integer> a = Tap.named("a");
    Tap<Integer> b = Tap.named("b");
    TestSubscriber<Integer> subscriber =
        RxSerializer.flowable(
                Merge.<Integer>withDefaults()
                    .errors(ErrorMode.DELAYED)
                    .of(List.of(Flowable.fromPublisher(a), Flowable.fromPublisher(b))))
            .test();
    Throwable first = new Equal();
    Throwable second = new Equal();
    a.fail(first);
    b.fail(second);
    subscriber.assertError(
        all -> all.getCause() == first && List.of(all.getSuppressed()).get(0) == second);
  }

  @SuppressWarnings("serial") // it is not serialised
  private static final class Equal extends RuntimeException {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Equal;
    }

    @Override
    public int hashCode() {
      return 1;
    }
  }

  @Override
  protected List<Throwable> partsOf(Throwable all) {
    return ((CompositeException) all).getExceptions();
  }
}
