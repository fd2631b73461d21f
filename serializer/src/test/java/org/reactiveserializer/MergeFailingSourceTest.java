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
import org.reactiveserializer.support.Failing;
import org.reactiveserializer.support.MergeScene;
import org.reactiveserializer.support.Range;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactivestreams.Publisher;

/**
 * Sources that fail when they are subscribed to, that signal after their error, or that fail before
 * others end.
 */
class MergeFailingSourceTest {
  private final Throwable error = new Exception("first");
  private final List<Integer> mapped = new ArrayList<>();
  private final List<Throwable> dropped = new ArrayList<>();
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();

  @ParameterizedTest
  @ValueSource(ints = {1, Integer.MAX_VALUE})
  void noSourceIsMappedAfterOneThatFailsAtOnce(int concurrency) {
    merge(concurrency, ErrorMode.IMMEDIATE, i -> new Failing(error));
    assertEquals(List.of("subscribed", error), downstream.signals());
    assertEquals(List.of(1), mapped);
    assertEquals(List.of(), dropped);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, Integer.MAX_VALUE})
  void norAfterOneThatFailsBehindAnItem(int concurrency) {
    downstream.onSubscribe(subscription -> subscription.request(9));
    merge(concurrency, ErrorMode.IMMEDIATE, i -> new Failing(error, List.of(i)));
    assertEquals(List.of("subscribed", 1, error), downstream.signals());
    assertEquals(List.of(1), mapped);
    assertEquals(List.of(), dropped);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, Integer.MAX_VALUE})
  void withDelayedErrorsTheOthersAreMapped(int concurrency) {
    merge(concurrency, ErrorMode.DELAYED, i -> new Failing(error));
    assertEquals(List.of("subscribed", error), downstream.signals());
    assertEquals(List.of(1, 2, 3), mapped);
    assertEquals(List.of(), dropped);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, Integer.MAX_VALUE})
  void withDelayedErrorsAllItemsPrecedeTheError(int concurrency) {
    downstream.onSubscribe(subscription -> subscription.request(9));
    merge(concurrency, ErrorMode.DELAYED, i -> new Failing(error, List.of(i)));
    assertEquals(List.of("subscribed", 1, 2, 3, error), downstream.signals());
    assertEquals(List.of(), dropped);
  }

  @ParameterizedTest
  @EnumSource
  void aSourceThatSignalsAfterItsErrorIsReportedAndEndsOnce(ErrorMode mode) {
    MergeScene scene = MergeScene.merged(mode).request(9);
    scene.a.next(1).fail(error);
    scene.a.next(2).complete();
    assertEquals(List.of(2), scene.discarded);
    assertEquals(
        List.of(
            "§1.7: a signalled an item after its end",
            "§1.7: a signalled a completion after its end"),
        scene.dropped.stream().map(Throwable::getMessage).toList());
    boolean delayed = mode == ErrorMode.DELAYED;
    assertEquals(delayed ? List.of(1) : List.of(1, error), scene.delivered());
    scene.b.next(3).complete();
    assertEquals(delayed ? List.of(1, 3) : List.of(1, error), scene.delivered());
    scene.outer.complete();
    assertEquals(delayed ? List.of(1, 3, error) : List.of(1, error), scene.delivered());
  }

  @Test
  void withDelayedErrorsTheInnersOutliveAFailedOuterSource() {
    MergeScene scene = MergeScene.merged(ErrorMode.DELAYED);
    scene.a.next(1);
    scene.outer.fail(error);
    scene.b.next(2).complete();
    scene.request(9);
    assertEquals(List.of(1, 2), scene.delivered());
    scene.a.next(3).complete();
    assertEquals(List.of(1, 2, 3, error), scene.delivered());
    assertFalse(scene.a.isCancelled() || scene.b.isCancelled() || scene.outer.isCancelled());
    assertEquals(List.of(), scene.discarded);
  }

  /** Merges three sources, which the outer source emits as soon as they are requested. */
  private void merge(
      int concurrency, ErrorMode mode, Function<Integer, Publisher<Integer>> mapper) {
    Merge.withDefaults()
        .concurrency(concurrency)
        .errors(mode)
        .onErrorDropped(dropped::add)
        .flatMap(
            new Range(1, 3),
            i -> {
              mapped.add(i);
              return mapper.apply(i);
            })
        .subscribe(downstream);
  }
}
