package org.reactiveserializer.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Merge;
import org.reactiveserializer.internal.operator.Inner;
import org.reactiveserializer.internal.operator.Merger;
import org.reactiveserializer.internal.operator.Sources;
import org.reactiveserializer.support.MergeRules;
import org.reactiveserializer.support.Range;
import org.reactiveserializer.support.RecordingFlowSubscriber;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/** The merge: the rules that all bridges share, and those of this bridge. */
class FlowMergeTest extends MergeRules {

  @Override
  protected <S> void merge(
      Merge<Integer> settings,
      Publisher<S> source,
      Function<S, @Nullable Publisher<Integer>> mapper,
      Consumer<S> onDiscardOuter,
      Subscriber<Integer> end) {
    FlowSerializer.publisher(
            settings
                .onDiscard(discarded::add)
                .flatMapFlow( // the JDK has no hook for discarded items
                    flow(source), item -> nullableFlow(mapper.apply(item)), onDiscardOuter))
        .subscribe(FlowAdapters.toFlowSubscriber(end));
  }

  @Override
  protected Merge<Integer> any() {
    return super.any().onErrorDropped(dropped::add);
  }

  /** A separate object, because the bridge would unwrap the adapter itself. */
  private static <T> Flow.Publisher<T> flow(Publisher<T> raw) {
    return FlowAdapters.toFlowPublisher(raw)::subscribe;
  }

  @SuppressWarnings("NullAway") // a mapper may return null
  private static Flow.Publisher<Integer> nullableFlow(@Nullable Publisher<Integer> raw) {
    return raw == null ? null : flow(raw);
  }

  @Test
  void everyFactoryMethodTakesEverySource() {
    Merge<Object> merge = Merge.withDefaults();
    Flow.Publisher<Integer> one = flow(new Range(1, 1));
    Flow.Publisher<Integer> two = FlowAdapters.toFlowPublisher(new Range(2, 1));
    assertArrived(List.of(1, 2), FlowSerializer.publisher(merge.ofFlow(List.of(one, two))));
    assertArrived(List.of(1, 2), FlowSerializer.publisher(merge.ofFlow(List.of(one, two))));
    assertArrived(
        List.of(1, 1),
        FlowSerializer.publisher(merge.flatMapFlow(flow(new Range(1, 2)), i -> one)));
    assertArrived(
        List.of(1, 2),
        FlowSerializer.publisher(
            merge.flatMapFlow(
                flow(new Sources.OfIterable<>(List.of(one, two))), source -> source)));
    assertArrived(List.of(), FlowSerializer.publisher(merge.ofFlow(List.of())));
    assertArrived(
        List.of(1, 1, 1),
        FlowSerializer.publisher(
            Merge.withDefaults().concurrency(1).flatMapFlow(flow(new Range(1, 3)), i -> one)));
  }

  private static void assertArrived(List<Integer> items, Flow.Publisher<Integer> merged) {
    RecordingFlowSubscriber<Integer> end = new RecordingFlowSubscriber<>();
    end.record.onSubscribe(s -> s.request(Long.MAX_VALUE));
    merged.subscribe(end);
    List<Object> signals = end.record.signals();
    assertEquals(items, signals.subList(1, signals.size() - 1));
    assertEquals("completed", signals.get(signals.size() - 1));
  }

  /**
   * Sources of both kinds, also if the JDK's publisher is an adapter in front of the other kind.
   */
  @Test
  void aSourceGetsTheMergesSubscriberItself() {
    FlowSerializer.publisher(
            Merge.withDefaults()
                .flatMapFlow(FlowAdapters.toFlowPublisher(outer), FlowAdapters::toFlowPublisher))
        .subscribe(FlowAdapters.toFlowSubscriber(downstream));
    outer.next(a);
    assertInstanceOf(Merger.class, outer.subscriber());
    assertInstanceOf(Inner.class, a.subscriber());
  }

  @Test
  void theJdksOwnPublisher() throws InterruptedException {
    CountDownLatch end = new CountDownLatch(1);
    downstream.onComplete(end::countDown);
    try (SubmissionPublisher<Integer> left = new SubmissionPublisher<>();
        SubmissionPublisher<Integer> drain = new SubmissionPublisher<>()) {
      FlowSerializer.publisher(Merge.withDefaults().ofFlow(List.of(left, drain)))
          .subscribe(FlowAdapters.toFlowSubscriber(downstream));
      for (int i = 0; i < 1_000; i++) {
        left.submit(i);
        drain.submit(i);
      }
    }
    assertTrue(end.await(60, TimeUnit.SECONDS));
    assertEquals(2_001, delivered().size());
  }

  @Test
  @SuppressWarnings("NullAway") // on purpose
  void nullIsRefusedWhenTheStreamIsMade() {
    Merge<Object> merge = Merge.withDefaults();
    Flow.Publisher<Integer> one = flow(new Range(1, 1));
    assertThrows(
        NullPointerException.class,
        () -> FlowSerializer.publisher(merge.flatMapFlow(null, i -> one)));
    assertThrows(
        NullPointerException.class, () -> FlowSerializer.publisher(merge.flatMapFlow(one, null)));
    assertThrows(
        NullPointerException.class,
        () -> FlowSerializer.publisher(merge.<Integer, Integer>flatMapFlow(one, i -> one, null)));
    assertThrows(NullPointerException.class, () -> FlowSerializer.publisher(merge.ofFlow(null)));
    assertThrows(
        NullPointerException.class,
        () -> FlowSerializer.publisher(merge.ofFlow(List.of(one))).subscribe(null));
  }
}
