package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.support.MergeScene;
import org.reactiveserializer.support.Range;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.Tap;
import org.reactiveserializer.testing.Elsewhere;
import org.reactivestreams.Publisher;

/** The effect of a source's error, in both modes. */
class MergeErrorTest {
  private final Throwable error = new Exception("first");
  private final Throwable another = new Exception("another");

  @Test
  void anImmediateErrorOvertakesItemsThatWaitAndCancelsTheOthers() {
    MergeScene scene = MergeScene.merged();
    scene.a.next(1, 2);
    scene.b.next(10).fail(error);
    assertEquals(List.of(error), scene.delivered());
    assertEquals(List.of(1, 2, 10), scene.discarded);
    assertEquals(List.of(128L, "cancel"), scene.a.calls());
    assertFalse(scene.b.isCancelled(), "it ended by itself");
    assertTrue(scene.outer.isCancelled());
    assertEquals(List.of(), scene.dropped);
  }

  @Test
  void anImmediateErrorWaitsForTheItemThatIsBeingDelivered() {
    MergeScene scene = MergeScene.merged().request(Long.MAX_VALUE);
    scene.downstream.on(
        1,
        () ->
            Elsewhere.run(
                () -> {
                  scene.b.next(10, 11).fail(error);
                  scene.outer.next(scene.c);
                }));
    scene.a.next(1);
    assertEquals(List.of(1, error), scene.delivered());
    assertEquals(List.of(10, 11), scene.discarded);
    assertTrue(scene.a.isCancelled());
    assertFalse(scene.downstream.overlapped());
  }

  @Test
  void anImmediateErrorOfTheOuterSource() {
    MergeScene scene = MergeScene.merged();
    scene.a.next(1);
    scene.outer.fail(error);
    assertEquals(List.of(error), scene.delivered());
    assertEquals(List.of(1), scene.discarded);
    assertTrue(scene.a.isCancelled() && scene.b.isCancelled());
    assertFalse(scene.outer.isCancelled());
  }

  @Test
  void anErrorAfterTheEndIsDropped() {
    MergeScene scene = MergeScene.merged();
    scene.a.fail(error);
    scene.b.fail(another);
    scene.outer.fail(error);
    assertEquals(List.of(error), scene.delivered());
    assertEquals(List.of(another, error), scene.dropped);
  }

  @Test
  void anErrorAfterACancellationIsDropped() {
    for (ErrorMode mode : ErrorMode.values()) {
      MergeScene scene = MergeScene.merged(merge -> merge.errors(mode));
      scene.subscription().cancel();
      scene.a.fail(error);
      scene.outer.fail(another);
      assertEquals(List.of(), scene.delivered());
      assertEquals(List.of(error, another), scene.dropped);
    }
  }

  @Test
  void aMapperThatThrowsEndsTheOuterSource() {
    Tap<Integer> outer = Tap.named("outer");
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    RuntimeException thrown = new RuntimeException("from the mapper");
    Merge.withDefaults()
        .concurrency(9)
        .<Integer, Integer>flatMap(
            outer,
            item -> {
              throw thrown;
            })
        .subscribe(downstream);
    outer.next(7);
    assertEquals(List.of("subscribed", thrown), downstream.signals());
    assertEquals(List.of(9L, "cancel"), outer.calls());
  }

  @Test
  void aMapperThatReturnsNullIsReported() {
    Tap<Integer> outer = Tap.named("outer");
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    Merge.withDefaults()
        .concurrency(9)
        .flatMap(outer, MergeErrorTest::toNull)
        .subscribe(downstream);
    outer.next(7);
    Throwable signalled = assertInstanceOf(Throwable.class, downstream.signals().get(1));
    assertEquals("the mapper returned null", signalled.getMessage());
    assertTrue(outer.isCancelled());
  }

  @Test
  void aDelayedErrorOfTheMapperWaitsForTheInners() {
    Tap<Integer> outer = Tap.named("outer");
    Tap<Integer> inner = Tap.named("inner");
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    RuntimeException thrown = new RuntimeException("from the mapper");
    Merge.withDefaults()
        .concurrency(9)
        .errors(ErrorMode.DELAYED)
        .<Integer, Integer>flatMap(
            outer,
            item -> {
              if (item == 1) {
                return inner;
              }
              throw thrown;
            })
        .subscribe(downstream);
    downstream.subscription().request(5);
    outer.next(1, 2);
    assertTrue(outer.isCancelled());
    inner.next(10).complete();
    assertEquals(List.of("subscribed", 10, thrown), downstream.signals());
  }

  @Test
  void anIterableThatThrowsIsAnErrorOfTheOuterSource() {
    RuntimeException thrown = new RuntimeException("from the iterable");
    Iterable<Publisher<Integer>> iterable =
        () -> {
          throw thrown;
        };
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    Merge.withDefaults().concurrency(1).of(iterable).subscribe(downstream);
    assertEquals(List.of("subscribed", thrown), downstream.signals());
  }

  @Test
  void anIterableWithNullIsAnErrorThatNamesTheIndex() {
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    downstream.onSubscribe(subscription -> subscription.request(9));
    Merge.withDefaults()
        .concurrency(1)
        .of(Arrays.<Publisher<Integer>>asList(new Range(1, 1), null))
        .subscribe(downstream);
    assertEquals(1, downstream.signals().get(1));
    Throwable signalled = assertInstanceOf(Throwable.class, downstream.signals().get(2));
    assertEquals("element 1 is null", signalled.getMessage());
  }

  @Test
  void aDownstreamThatThrowsEndsAll() {
    Error thrown = new Error("from the downstream");
    MergeScene scene = MergeScene.merged();
    scene.a.next(1, 2);
    scene.b.next(10);
    scene.downstream.on(
        1,
        () -> {
          throw thrown;
        });
    assertSame(thrown, Elsewhere.thrownBy(() -> scene.request(2)));
    assertEquals(List.of(1), scene.delivered());
    assertEquals(List.of(2, 10), scene.discarded);
    assertTrue(scene.a.isCancelled() && scene.b.isCancelled() && scene.outer.isCancelled());
    scene.a.next(3);
    assertEquals(List.of(2, 10, 3), scene.discarded);
  }

  @Test
  void aDownstreamThatThrowsOnTheFastPathEndsAll() {
    Error thrown = new Error("from the downstream");
    MergeScene scene = delayed().request(9);
    scene.b.fail(error);
    scene.downstream.on(
        1,
        () -> {
          throw thrown;
        });
    assertSame(thrown, Elsewhere.thrownBy(() -> scene.a.next(1)));
    assertEquals(List.of("cancel"), scene.a.calls().subList(1, 2));
    assertTrue(scene.outer.isCancelled());
    assertEquals(List.of(error), scene.dropped);
  }

  @Test
  void itsExceptionPassesThroughASourceThatEmitsWithinRequest() {
    Error thrown = new Error("from the downstream");
    MergeScene scene = MergeScene.merging(merge -> merge.prefetch(1)).request(9);
    scene.downstream.on(
        2,
        () -> {
          throw thrown;
        });
    assertSame(thrown, Elsewhere.thrownBy(() -> scene.outer.next(new Range(1, 3))));
    assertEquals(List.of(1, 2), scene.delivered());
    assertEquals(List.of(), scene.dropped);
  }

  private static MergeScene delayed() {
    return MergeScene.merged(merge -> merge.errors(ErrorMode.DELAYED));
  }

  @SuppressWarnings({"NullAway", "DataFlowIssue"}) // on purpose
  private static Publisher<Integer> toNull(Integer item) {
    return null;
  }
}
