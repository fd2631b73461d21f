package org.reactiveserializer.mutiny;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.reactiveserializer.support.Collected.assertCollected;

import io.smallrye.mutiny.Context;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.smallrye.mutiny.operators.AbstractMulti;
import io.smallrye.mutiny.subscription.MultiSubscriber;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.Elsewhere;
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.RecordingSubscription;
import org.reactiveserializer.support.Tap;
import org.reactivestreams.FlowAdapters;

/** The operator, between a source that any thread signals from and a recorded downstream. */
class SerializeTest {
  private static final Object KEY = new Object();
  private static final int COUNT = 10_000;

  private final Tap<Integer> raw = Tap.named("raw");
  private final RecordingSubscriber<Integer> downstream =
      new RecordingSubscriber<Integer>().onSubscribe(s -> s.request(Long.MAX_VALUE));
  private final List<Object> discarded = Collections.synchronizedList(new ArrayList<>());
  private final List<Throwable> dropped = Collections.synchronizedList(new ArrayList<>());
  private final Throwable error = new Exception("the error");

  @BeforeEach
  void hook() {
    Infrastructure.setDroppedExceptionHandler(dropped::add);
  }

  @AfterEach
  void unhook() {
    Infrastructure.resetDroppedExceptionHandler();
  }

  private static <T> Multi<T> multi(Tap<T> raw) {
    return Multi.createFrom().safePublisher(FlowAdapters.toFlowPublisher(raw));
  }

  private void subscribe(Serializer<Integer> settings) {
    multi(raw)
        .plug(MutinySerializer.serialize(settings.onDiscard(discarded::add)))
        .subscribe(FlowAdapters.toFlowSubscriber(downstream));
  }

  private List<Object> delivered() {
    return downstream.signals().subList(1, downstream.signals().size());
  }

  @Test
  void whatAnotherThreadBringsMeanwhileIsNotDropped() {
    downstream.on(1, () -> Elsewhere.run(() -> raw.next(2)));
    subscribe(Serializer.unbounded());
    raw.next(1, 3).complete();
    assertEquals(List.of(1, 2, 3, "completed"), delivered());
    assertFalse(downstream.overlapped());
  }

  /** Mutiny puts a subscriber of its own between, which does not lose items either. */
  @Test
  void norBehindAPublisherThatMutinyTakesCareOf() {
    downstream.on(1, () -> Elsewhere.run(() -> raw.next(2)));
    Multi.createFrom()
        .publisher(FlowAdapters.toFlowPublisher(raw))
        .plug(MutinySerializer.serialize())
        .subscribe(FlowAdapters.toFlowSubscriber(downstream));
    raw.next(1, 3).complete();
    assertEquals(List.of(1, 2, 3, "completed"), delivered());
    assertFalse(downstream.overlapped());
  }

  @Test
  void withoutSettingsAFailureWaits() {
    downstream.on(1, () -> Elsewhere.run(() -> raw.next(2).fail(error)));
    multi(raw)
        .plug(MutinySerializer.serialize())
        .subscribe(FlowAdapters.toFlowSubscriber(downstream));
    raw.next(1);
    assertEquals(List.of(1, 2, error), delivered());
  }

  @Test
  void anImmediateFailureOvertakesAndWhatItOvertookIsDiscarded() {
    downstream.on(1, () -> Elsewhere.run(() -> raw.next(2).fail(error)));
    subscribe(Serializer.unbounded());
    raw.next(1);
    assertEquals(List.of(1, error), delivered());
    assertEquals(List.of(2), discarded);
  }

  @Test
  void cancellationReachesTheSourceAndDiscardsTheRest() {
    downstream.on(1, () -> Elsewhere.run(() -> raw.next(2, 3)));
    downstream.on(2, () -> downstream.subscription().cancel());
    subscribe(Serializer.unbounded());
    raw.next(1, 4);
    assertEquals(List.of(1, 2), delivered());
    assertEquals(List.of(3, 4), discarded);
    assertEquals(List.of(Long.MAX_VALUE, "cancel"), raw.calls());
  }

  @Test
  void ofTwoFailuresFromWithinASignalTheSecondIsDropped() {
    Throwable another = new Exception("another");
    downstream.on(
        1,
        () -> {
          raw.fail(error);
          raw.fail(another);
        });
    subscribe(Serializer.unbounded());
    raw.next(1);
    assertEquals(List.of(1, error), delivered());
    assertEquals(List.of(another), dropped);
  }

  @Test
  void completionsFromWithinASignalCountOnce() {
    downstream.on(
        1,
        () -> {
          raw.complete();
          raw.complete();
        });
    subscribe(Serializer.unbounded());
    raw.next(1);
    assertEquals(List.of(1, "completed"), delivered());
  }

  @Test
  void theSerializersOwnHookComesFirst() {
    List<Object> own = new ArrayList<>();
    subscribe(Serializer.<Integer>unbounded().onDropped(own::add));
    raw.complete();
    raw.fail(error);
    assertEquals(List.of(error), own);
    assertEquals(List.of(), dropped);
  }

  @Test
  void theContextReachesTheSource() {
    List<Object> items =
        Multi.createFrom()
            .context(context -> Multi.createFrom().item(context.<Object>get(KEY)))
            .plug(MutinySerializer.serialize())
            .collect()
            .asList()
            .awaitUsing(Context.of(KEY, "value"))
            .indefinitely();
    assertEquals(List.of("value"), items);
  }

  @Test
  void nullIsThrownAtWhoBringsItAndChangesNothing() {
    subscribe(Serializer.unbounded());
    assertThrows(NullPointerException.class, () -> raw.subscriber().onNext(nothing()));
    assertThrows(NullPointerException.class, () -> raw.subscriber().onError(nothing()));
    raw.next(1).complete();
    assertEquals(List.of(1, "completed"), delivered());
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // on purpose
  private static <N> N nothing() {
    return null;
  }

  @Test
  void aSecondSubscriptionIsCancelled() {
    subscribe(Serializer.unbounded());
    RecordingSubscription second = new RecordingSubscription();
    raw.subscriber().onSubscribe(second);
    assertEquals(List.of("cancel"), second.calls());
    raw.next(1);
    assertEquals(List.of(1), delivered());
    assertEquals(List.of(), dropped);
  }

  /** No adapter of Mutiny's stands between a source and the operator. */
  @Test
  void aSourceGetsTheOperatorsSubscriberItself() {
    Catching<Integer> source = new Catching<>();
    source
        .plug(MutinySerializer.serialize())
        .subscribe(FlowAdapters.toFlowSubscriber(downstream));
    assertInstanceOf(MultiSerialEmitter.class, source.caught);
  }

  private static final class Catching<T> extends AbstractMulti<T> {
    @Nullable MultiSubscriber<? super T> caught;

    @Override
    public void subscribe(MultiSubscriber<? super T> subscriber) {
      caught = subscriber;
    }
  }

  static Stream<Named<Function<Multi<Integer>, Multi<Integer>>>> neighbours() {
    return Stream.of(
        Named.of("none", multi -> multi),
        Named.of("map", multi -> multi.map(i -> i)),
        Named.of("filter", multi -> multi.filter(i -> i >= 0)),
        Named.of("emitOn", multi -> multi.emitOn(ForkJoinPool.commonPool())),
        Named.of("map, filter, emitOn", multi ->
            multi.map(i -> i).filter(i -> i >= 0).emitOn(ForkJoinPool.commonPool())),
        Named.of("concatMap", multi ->
            multi.onItem().transformToMultiAndConcatenate(i -> Multi.createFrom().item(i))));
  }

  @ParameterizedTest
  @MethodSource("neighbours")
  void nothingIsLostOrReorderedBetween(Function<Multi<Integer>, Multi<Integer>> neighbour) {
    assertEquals(
        numbers(),
        Multi.createFrom()
            .range(0, COUNT)
            .plug(neighbour)
            .plug(MutinySerializer.serialize())
            .plug(neighbour)
            .collect()
            .asList()
            .await()
            .indefinitely());
  }

  @ParameterizedTest
  @MethodSource("neighbours")
  void twoThreadsThrough(Function<Multi<Integer>, Multi<Integer>> after) {
    var all =
        multi(raw)
            .plug(MutinySerializer.serialize())
            .onOverflow()
            .bufferUnconditionally() // the source heeds no demand
            .plug(after)
            .collect()
            .asList()
            .subscribeAsCompletionStage();
    Race.run(0, () -> push(0), () -> push(1));
    raw.complete();
    List<Integer> items = all.join();
    for (int parity = 0; parity < 2; parity++) {
      int mine = parity;
      assertEquals(
          numbers().stream().filter(i -> i % 2 == mine).toList(),
          items.stream().filter(i -> i % 2 == mine).toList());
    }
    assertEquals(COUNT, items.size());
  }

  private void push(int first) {
    for (int i = first; i < COUNT; i += 2) {
      raw.next(i);
    }
  }

  private static List<Integer> numbers() {
    return IntStream.range(0, COUNT).boxed().toList();
  }

  /** An item with each terminal, and the terminals with each other: one terminal, and each item one fate. */
  @Test
  void terminalsRace() {
    for (int round = 0; round < 2_000; round++) {
      Tap<Integer> source = Tap.named("source");
      List<Object> gone = Collections.synchronizedList(new ArrayList<>());
      RecordingSubscriber<Integer> end =
          new RecordingSubscriber<Integer>().onSubscribe(s -> s.request(Long.MAX_VALUE));
      multi(source)
          .plug(MutinySerializer.serialize(Serializer.<Integer>unbounded().onDiscard(gone::add)))
          .subscribe(FlowAdapters.toFlowSubscriber(end));
      dropped.clear();
      Race.run(round, () -> source.next(1), source::complete, () -> source.fail(error));
      List<Object> signals = end.signals();
      Object last = signals.get(signals.size() - 1);
      assertTrue(last.equals("completed") ? dropped.contains(error) : last == error);
      assertEquals(1, gone.size() + signals.size() - 2);
    }
  }

  @Test
  void afterCancellationTheDownstreamIsNotHeld() {
    assertCollected(cancelled());
    Reference.reachabilityFence(raw);
  }

  private WeakReference<?> cancelled() {
    RecordingSubscriber<Integer> used = new RecordingSubscriber<>();
    Multi.createFrom()
        .safePublisher(FlowAdapters.toFlowPublisher(raw))
        .plug(MutinySerializer.serialize())
        .subscribe(FlowAdapters.toFlowSubscriber(used));
    used.subscription().cancel();
    return new WeakReference<>(used);
  }
}
