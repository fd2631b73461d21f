package org.reactiveserializer.mutiny;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.smallrye.mutiny.CompositeException;
import io.smallrye.mutiny.Context;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.smallrye.mutiny.operators.AbstractMulti;
import io.smallrye.mutiny.operators.multi.processors.BroadcastProcessor;
import io.smallrye.mutiny.operators.multi.processors.UnicastProcessor;
import io.smallrye.mutiny.subscription.MultiSubscriber;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Merge;
import org.reactiveserializer.support.MergeRules;
import org.reactiveserializer.support.Range;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/** The merge: the rules that all bridges share, and those of this bridge. */
class MutinyMergeTest extends MergeRules {
  private static final Object KEY = new Object();

  @BeforeEach
  void hook() {
    Infrastructure.setDroppedExceptionHandler(dropped::add);
  }

  @AfterEach
  void unhook() {
    Infrastructure.resetDroppedExceptionHandler();
  }

  @Override
  protected <S> void merge(
      Merge<Integer> settings,
      Publisher<S> source,
      Function<S, @Nullable Publisher<Integer>> mapper,
      Consumer<S> onDiscardOuter,
      Subscriber<Integer> end) {
    multi(source)
        .plug(
            // Mutiny has no hook for discarded items.
            items ->
                MutinySerializer.multi(
                    settings
                        .onDiscard(discarded::add)
                        .flatMapFlow(
                            items, item -> nullableMulti(mapper.apply(item)), onDiscardOuter)))
        .subscribe(FlowAdapters.toFlowSubscriber(end));
  }

  private static <T> Multi<T> multi(Publisher<T> raw) {
    return Multi.createFrom().safePublisher(FlowAdapters.toFlowPublisher(raw));
  }

  @SuppressWarnings("NullAway") // a mapper may return null
  private static Multi<Integer> nullableMulti(@Nullable Publisher<Integer> raw) {
    return raw == null ? null : multi(raw);
  }

  @Test
  void theContextReachesAllSourcesUntilTheEnd() {
    Catching<Integer> source = new Catching<>();
    Catching<Integer> inner = new Catching<>();
    source
        .plug(
            items -> MutinySerializer.multi(Merge.withDefaults().flatMapFlow(items, item -> inner)))
        .subscribe(OfMutiny.in(Context.of(KEY, "value"), downstream));
    MutinyDialect.MultiMerger<?, ?> merger =
        assertInstanceOf(MutinyDialect.MultiMerger.class, source.caught);
    merger.onSubscribe(new NoSubscription());
    source.push(1);
    assertEquals("value", merger.context().get(KEY));
    assertEquals("value", MutinyDialect.contextOf(inner.subscriber()).get(KEY));
    downstream.subscription().cancel();
    assertTrue(MutinyDialect.contextOf(inner.subscriber()).isEmpty());
  }

  @Test
  void aDownstreamMayHaveNoContext() {
    Catching<Integer> inner = new Catching<>();
    MutinySerializer.multi(Merge.withDefaults().ofFlow(List.of(inner)))
        .subscribe(new OfMutiny(downstream));
    assertTrue(MutinyDialect.contextOf(inner.subscriber()).isEmpty());
  }

  @Test
  void everyFactoryMethodTakesEverySource() {
    Merge<Object> merge = Merge.withDefaults();
    Multi<Integer> one = Multi.createFrom().item(1);
    Flow.Publisher<Integer> two = FlowAdapters.toFlowPublisher(new Range(2, 1));
    assertEquals(List.of(1, 2), list(MutinySerializer.multi(merge.ofFlow(List.of(one, two)))));
    assertEquals(List.of(1, 2), list(MutinySerializer.multi(merge.ofFlow(List.of(one, two)))));
    assertEquals(
        List.of(1, 1),
        list(
            Multi.createFrom()
                .items(one, one)
                .plug(
                    items -> MutinySerializer.multi(merge.flatMapFlow(items, source -> source)))));
    assertEquals(
        List.of(1, -1, 2, -2),
        list(
            Multi.createFrom()
                .range(1, 3)
                .plug(
                    items ->
                        MutinySerializer.multi(
                            merge.flatMapFlow(items, i -> Multi.createFrom().items(i, -i))))));
    assertEquals(
        List.of(1, 1, 1),
        list(
            Multi.createFrom()
                .publisher(FlowAdapters.toFlowPublisher(new Range(1, 3)))
                .plug(
                    items ->
                        MutinySerializer.multi(
                            Merge.withDefaults().concurrency(1).flatMapFlow(items, i -> one)))));
  }

  private static List<Integer> list(Multi<Integer> merged) {
    return merged.collect().asList().await().indefinitely();
  }

  @Test
  void sourcesWithoutItems() {
    Merge<Object> merge = Merge.withDefaults();
    Multi<Integer> empty = Multi.createFrom().empty();
    Multi<Integer> failing = Multi.createFrom().failure(new IOException("on purpose"));
    assertEquals(
        List.of(1),
        list(
            MutinySerializer.multi(
                merge.ofFlow(List.of(empty, Multi.createFrom().item(1), empty)))));
    assertEquals(List.of(), list(MutinySerializer.multi(merge.ofFlow(List.of()))));
    Throwable thrown =
        assertThrows(
            RuntimeException.class,
            () -> list(MutinySerializer.multi(merge.ofFlow(List.of(empty, failing)))));
    assertInstanceOf(IOException.class, thrown.getCause());
  }

  @Test
  void processorsFedFromWithinAnItem() {
    BroadcastProcessor<Integer> broadcast = BroadcastProcessor.create();
    UnicastProcessor<Integer> unicast = UnicastProcessor.create();
    downstream.on(
        1,
        () -> {
          broadcast.onNext(2);
          unicast.onNext(3);
          broadcast.onNext(4);
        });
    MutinySerializer.multi(Merge.withDefaults().ofFlow(List.of(broadcast, unicast)))
        .subscribe(FlowAdapters.toFlowSubscriber(downstream));
    broadcast.onNext(1);
    broadcast.onComplete();
    unicast.onComplete();
    assertEquals(List.of(1, 2, 3, 4, "completed"), delivered());
  }

  @Test
  void theDefaultsAreThoseOfTheCore() {
    multi(outer)
        .plug(
            items ->
                MutinySerializer.multi(
                    Merge.withDefaults().flatMapFlow(items, MutinyMergeTest::multi)))
        .subscribe(FlowAdapters.toFlowSubscriber(downstream));
    outer.next(a);
    assertEquals(List.of(256L), outer.calls());
    assertEquals(List.of(128L), a.calls());
  }

  /** There is no adapter of Mutiny between a source and the merge. */
  @Test
  void aSourceGetsTheMergesSubscriberItself() {
    Catching<Integer> inner = new Catching<>();
    MutinySerializer.multi(Merge.withDefaults().ofFlow(List.of(inner)))
        .subscribe(FlowAdapters.toFlowSubscriber(downstream));
    assertFalse(inner.subscriber().getClass().getName().startsWith("io.smallrye"));
  }

  @Test
  @SuppressWarnings("NullAway") // on purpose
  void nullIsRefusedWhenTheStreamIsMade() {
    Merge<Object> merge = Merge.withDefaults();
    Multi<Integer> one = Multi.createFrom().item(1);
    assertThrows(
        NullPointerException.class, () -> MutinySerializer.multi(merge.flatMapFlow(one, null)));
    assertThrows(
        NullPointerException.class,
        () -> MutinySerializer.multi(merge.<Integer, Integer>flatMapFlow(one, i -> one, null)));
    assertThrows(
        NullPointerException.class,
        () -> MutinySerializer.multi(merge.ofFlow((Iterable<Multi<Integer>>) null)));
    assertThrows(NullPointerException.class, () -> MutinySerializer.multi(null));
    List<Throwable> failures = new ArrayList<>();
    MutinySerializer.multi(merge.ofFlow(List.of(one))).subscribe().with(item -> {}, failures::add);
    assertEquals(List.of(), failures);
  }

  private static final class NoSubscription implements Flow.Subscription {
    @Override
    public void request(long n) {}

    @Override
    public void cancel() {}
  }

  private static final class Catching<T> extends AbstractMulti<T> {
    @Nullable MultiSubscriber<? super T> caught;

    @Override
    public void subscribe(MultiSubscriber<? super T> subscriber) {
      caught = subscriber;
    }

    MultiSubscriber<? super T> subscriber() {
      return Objects.requireNonNull(caught, "not subscribed to");
    }

    void push(T item) {
      subscriber().onItem(item);
    }
  }

  @Override
  protected List<Throwable> partsOf(Throwable all) {
    return ((CompositeException) all).getCauses();
  }
}
