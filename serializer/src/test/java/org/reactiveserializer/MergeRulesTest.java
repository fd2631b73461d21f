package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactiveserializer.support.MergeScene;
import org.reactiveserializer.support.Range;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.RecordingSubscription;
import org.reactiveserializer.support.Tap;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;

/** Sources that break the rules: the error names the rule and the source, and nothing hangs. */
class MergeRulesTest {

  @Test
  void aSecondOnSubscribeIsCancelledAndReported() {
    MergeScene scene = MergeScene.merged().request(9);
    RecordingSubscription second = new RecordingSubscription();
    scene.a.subscriber().onSubscribe(second);
    assertEquals(List.of("cancel"), second.calls());
    assertDropped(scene, "§2.12: a signalled a second onSubscribe");
    scene.a.next(1);
    assertEquals(List.of(1), scene.delivered(), "the first one still works");
  }

  @Test
  void aSecondOnSubscribeOfTheOuterSourceIsCancelled() {
    MergeScene scene = MergeScene.merged().request(9);
    RecordingSubscription second = new RecordingSubscription();
    scene.outer.subscriber().onSubscribe(second);
    assertEquals(List.of("cancel"), second.calls());
    assertFalse(scene.outer.isCancelled());
    assertDropped(scene, "§2.12: the outer source signalled a second onSubscribe");
  }

  @Test
  @SuppressWarnings({"NullAway", "DataFlowIssue"}) // on purpose
  void aNullOuterItemIsThrownAndEndsTheOuterSource() {
    MergeScene scene = MergeScene.merged(merge -> merge.errors(ErrorMode.DELAYED)).request(9);
    NullPointerException thrown =
        assertThrows(NullPointerException.class, () -> scene.outer.subscriber().onNext(null));
    assertTrue(scene.outer.isCancelled());
    scene.a.next(1).complete();
    scene.b.complete();
    assertEquals(List.of(1, thrown), scene.delivered());
  }

  @Test
  void theMapperIsNotCalledAfterTheEnd() {
    Tap<Integer> outer = Tap.named("outer");
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    List<Integer> mapped = new ArrayList<>();
    Merge.withDefaults()
        .concurrency(9)
        .<Integer, Integer>flatMap(
            outer,
            item -> {
              mapped.add(item);
              return Tap.named("inner");
            })
        .subscribe(downstream);
    outer.next(1);
    downstream.subscription().cancel();
    outer.next(2);
    assertEquals(List.of(1), mapped);
  }

  @Test
  void anItemAfterTheEndIsDiscardedAndReported() {
    MergeScene scene = MergeScene.merged().request(9);
    scene.a.complete();
    scene.a.next(1);
    assertEquals(List.of(1), scene.discarded);
    assertDropped(scene, "§1.7: a signalled an item after its end");
    assertEquals(List.of(), scene.delivered());
  }

  @Test
  void anEndAfterTheEndIsReported() {
    Exception late = new Exception("late");
    MergeScene scene = MergeScene.merged().request(9);
    scene.a.complete();
    scene.a.complete();
    assertDropped(scene, "§1.7: a signalled a completion after its end");
    scene.a.fail(late);
    assertEquals(late, scene.dropped.get(1));
    scene.b.next(1).complete();
    scene.outer.complete();
    assertEquals(List.of(1, "completed"), scene.delivered());
  }

  @ParameterizedTest
  @EnumSource
  void moreItemsThanWereRequestedAreDeliveredAndThenAnError(ErrorMode mode) {
    MergeScene scene = MergeScene.merged(merge -> merge.prefetch(2).errors(mode));
    scene.a.next(1, 2);
    assertFalse(scene.a.isCancelled());
    scene.a.next(3);
    assertTrue(scene.a.isCancelled());
    scene.a.next(4);
    scene.request(9);
    scene.b.next(10).complete();
    scene.outer.complete();
    assertEnded(
        scene,
        "§1.1: a signalled more items than the 2 requested of it",
        mode,
        List.of(1, 2, 3, 10),
        List.of(4));
  }

  @ParameterizedTest
  @EnumSource
  @SuppressWarnings({"NullAway", "DataFlowIssue"}) // on purpose
  void aNullItemIsThrownAndEndsTheSource(ErrorMode mode) {
    MergeScene scene = MergeScene.merged(merge -> merge.errors(mode)).request(9);
    NullPointerException thrown =
        assertThrows(NullPointerException.class, () -> scene.a.subscriber().onNext(null));
    assertEquals("§2.13: a signalled a null item", thrown.getMessage());
    assertTrue(scene.a.isCancelled());
    scene.a.subscriber().onError(thrown); // as a source that catches the exception does
    scene.b.next(10).complete();
    scene.outer.complete();
    assertEnded(scene, "§2.13: a signalled a null item", mode, List.of(10), List.of());
    assertEquals(List.of(), scene.dropped); // one report
  }

  @ParameterizedTest
  @EnumSource
  @SuppressWarnings({"NullAway", "DataFlowIssue"}) // on purpose
  void aNullErrorIsThrownAndEndsTheSource(ErrorMode mode) {
    MergeScene scene = MergeScene.merged(merge -> merge.errors(mode)).request(9);
    assertThrows(NullPointerException.class, () -> scene.a.fail(null));
    assertTrue(scene.a.isCancelled());
    scene.b.next(10).complete();
    scene.outer.complete();
    assertEnded(scene, "§2.13: a signalled a null error", mode, List.of(10), List.of());
  }

  @ParameterizedTest
  @EnumSource
  @SuppressWarnings({"NullAway", "DataFlowIssue"}) // on purpose
  void aNullErrorOfTheOuterSourceIsThrownAndEndsIt(ErrorMode mode) {
    MergeScene scene = MergeScene.merged(merge -> merge.errors(mode)).request(9);
    NullPointerException thrown =
        assertThrows(NullPointerException.class, () -> scene.outer.fail(null));
    assertTrue(scene.outer.isCancelled());
    scene.outer.fail(thrown); // as above
    scene.b.next(10).complete();
    if (mode == ErrorMode.DELAYED) {
      scene.a.complete();
    }
    assertEnded(
        scene, "§2.13: the outer source signalled a null error", mode, List.of(10), List.of());
    assertEquals(List.of(), scene.dropped);
  }

  /** It lets the exception escape from {@code request}, and so into the merge. */
  @ParameterizedTest
  @CsvSource({"IMMEDIATE, false", "IMMEDIATE, true", "DELAYED, false", "DELAYED, true"})
  @SuppressWarnings({"NullAway", "DataFlowIssue"}) // the point of it
  void aNullInAnswerToARequestIsReportedOnce(ErrorMode mode, boolean isOuter) {
    List<Throwable> dropped = new ArrayList<>();
    RecordingSubscriber<Integer> downstream =
        new RecordingSubscriber<Integer>().onSubscribe(s -> s.request(9));
    Merge<Integer> merge =
        Merge.<Integer>withDefaults().concurrency(4).errors(mode).onErrorDropped(dropped::add);
    Publisher<Integer> nulls =
        subscriber ->
            subscriber.onSubscribe(
                new Subscription() {
                  @Override
                  public void request(long n) {
                    subscriber.onNext(null);
                  }

                  @Override
                  public void cancel() {}
                });
    Publisher<Integer> merged =
        isOuter ? merge.flatMap(nulls, item -> nulls) : merge.of(nulls, new Range(7, 1));
    merged.subscribe(downstream);
    List<Object> signals = downstream.signals();
    assertInstanceOf(NullPointerException.class, signals.get(signals.size() - 1));
    assertEquals(!isOuter && mode == ErrorMode.DELAYED, signals.contains(7));
    assertEquals(List.of(), dropped);
  }

  @Test
  @SuppressWarnings({"NullAway", "DataFlowIssue"}) // on purpose
  void aNullSubscriptionIsThrownAndChangesNothing() {
    MergeScene scene = MergeScene.merged().request(9);
    assertThrows(NullPointerException.class, () -> scene.a.subscriber().onSubscribe(null));
    assertThrows(NullPointerException.class, () -> scene.outer.subscriber().onSubscribe(null));
    scene.a.next(1);
    assertEquals(List.of(1), scene.delivered());
  }

  @Test
  void aSubscribeThatThrowsIsTheSourcesError() {
    RuntimeException thrown = new RuntimeException("from subscribe");
    MergeScene scene = MergeScene.merged(merge -> merge.errors(ErrorMode.DELAYED)).request(9);
    Publisher<Integer> bad =
        subscriber -> {
          throw thrown;
        };
    scene.outer.next(bad).complete();
    scene.a.next(1).complete();
    scene.b.complete();
    assertEquals(List.of(1, thrown), scene.delivered());
  }

  @Test
  void aRequestThatThrowsIsTheSourcesError() {
    RuntimeException thrown = new RuntimeException("from request");
    MergeScene scene =
        MergeScene.merged(merge -> merge.errors(ErrorMode.DELAYED).prefetch(1)).request(9);
    scene
        .a
        .subscription()
        .onRequest(
            n -> {
              throw thrown;
            });
    scene.a.next(1);
    assertTrue(scene.a.isCancelled());
    scene.outer.complete();
    scene.b.complete();
    assertEquals(List.of(1, thrown), scene.delivered());
  }

  @Test
  void aCancelThatThrowsIsReportedAndTheOthersAreStillCancelled() {
    RuntimeException thrown = new RuntimeException("from cancel");
    MergeScene scene = MergeScene.merged();
    scene.outer.next(scene.c);
    for (var source : List.of(scene.a, scene.c)) {
      source
          .subscription()
          .onCancel(
              () -> {
                throw thrown;
              });
    }
    scene.subscription().cancel();
    assertTrue(scene.a.isCancelled() && scene.b.isCancelled() && scene.c.isCancelled());
    assertEquals(List.of(thrown, thrown), scene.dropped);
  }

  @Test
  void moreSourcesThanWereRequestedAreAnError() {
    MergeScene scene = MergeScene.merging(merge -> Merge.withDefaults().concurrency(1));
    scene.outer.next(scene.a, scene.b);
    assertEquals(
        "§1.1: the outer source signalled more than was requested: inner number 2, where"
            + " concurrency is 1",
        assertInstanceOf(Throwable.class, scene.delivered().get(0)).getMessage());
    assertTrue(scene.outer.isCancelled() && scene.a.isCancelled());
  }

  @Test
  void itemsOfASourceThatIgnoresItsCancellationAreDiscarded() {
    MergeScene scene = MergeScene.merged().request(9);
    scene.subscription().cancel();
    scene.a.next(1, 2).complete();
    assertEquals(List.of(1, 2), scene.discarded);
    assertEquals(List.of(), scene.dropped);
    assertEquals(List.of(), scene.delivered());
  }

  @Test
  void itemsWithoutASubscriptionArePassedOn() {
    MergeScene scene = MergeScene.merging().request(9);
    scene.c.quiet();
    scene.outer.next(scene.c);
    scene.c.next(1).complete();
    scene.outer.complete();
    assertEquals(List.of(1, "completed"), scene.delivered());
  }

  @Test
  void aSubscriptionAfterTheEndIsCancelled() {
    MergeScene scene = MergeScene.merging();
    scene.c.quiet();
    scene.outer.next(scene.c);
    scene.subscription().cancel();
    Subscription late = scene.c.subscription();
    scene.c.subscriber().onSubscribe(late);
    assertEquals(List.of("cancel"), scene.c.calls());
    assertEquals(List.of(), scene.dropped);
  }

  private static void assertDropped(MergeScene scene, String message) {
    assertEquals(message, scene.dropped.get(0).getMessage());
  }

  private static void assertEnded(
      MergeScene scene,
      String message,
      ErrorMode mode,
      List<Integer> items,
      List<Integer> discarded) {
    List<Object> all = scene.delivered();
    Throwable last = assertInstanceOf(Throwable.class, all.get(all.size() - 1));
    assertEquals(message, last.getMessage());
    if (mode == ErrorMode.DELAYED) {
      assertEquals(items, all.subList(0, all.size() - 1));
      assertEquals(discarded, scene.discarded);
    } else {
      assertEquals(1, all.size());
      assertTrue(scene.b.isCancelled() && scene.outer.isCancelled());
      assertEquals(items.size() + discarded.size(), scene.discarded.size());
    }
  }
}
