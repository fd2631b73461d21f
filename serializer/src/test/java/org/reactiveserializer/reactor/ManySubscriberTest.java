package org.reactiveserializer.reactor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.reactiveserializer.reactor.ManyScene.emit;
import static org.reactiveserializer.support.Collected.assertCollected;
import static reactor.core.publisher.Sinks.EmitFailureHandler.FAIL_FAST;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.Fuseable;
import reactor.core.Scannable;
import reactor.core.Scannable.Attr;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/** The sink's only subscriber, and what can be scanned of both. */
class ManySubscriberTest {
  @RegisterExtension final ManyScene scene = new ManyScene();

  private final Throwable error = new Exception("the error");

  @Test
  void aSecondSubscriberIsRefused() {
    Sinks.Many<Integer> sink = ReactorSerializer.many();
    scene.subscribe(sink);
    assertRefused(sink);
    scene.downstream.subscription().request(1);
    emit(sink, 1);
    assertEquals(List.of(1), scene.delivered());
    assertEquals(1, sink.currentSubscriberCount());
    assertSame(sink.asFlux(), sink.asFlux());
  }

  @Test
  void alsoAfterTheEndAndWhenTheFirstHasLeft() {
    Sinks.Many<Integer> over = ReactorSerializer.many();
    scene.subscribe(over);
    over.emitComplete(FAIL_FAST);
    assertEquals(List.of("completed"), scene.delivered());
    assertRefused(over);
    Sinks.Many<Integer> left = ReactorSerializer.many();
    left.asFlux().subscribe().dispose();
    assertRefused(left);
  }

  @Test
  @SuppressWarnings({"NullAway", "DataFlowIssue"}) // on purpose
  void aNullSubscriberChangesNothing() {
    Sinks.Many<Integer> sink = ReactorSerializer.many();
    CoreSubscriber<Integer> none = null;
    assertThrows(NullPointerException.class, () -> sink.asFlux().subscribe(none));
    assertThrows(
        NullPointerException.class,
        () ->
            Flux.just(1)
                .transform(ReactorSerializer.serialize(Serializer.withDefaults()))
                .subscribe(none));
    scene.subscribe(sink);
    scene.downstream.subscription().request(1);
    emit(sink, 1);
    assertEquals(List.of(1), scene.delivered());
  }

  /**
   * Checks that a second subscriber is refused, and that its use of its subscription does not
   * affect the first one.
   */
  private static void assertRefused(Sinks.Many<Integer> sink) {
    RecordingSubscriber<Integer> second =
        new RecordingSubscriber<Integer>()
            .onSubscribe(
                s -> {
                  s.request(1);
                  s.cancel();
                });
    int before = sink.currentSubscriberCount();
    sink.asFlux().subscribe(second);
    assertEquals(2, second.signals().size());
    assertEquals("subscribed", second.signals().get(0));
    assertInstanceOf(IllegalStateException.class, second.signals().get(1));
    assertEquals(before, sink.currentSubscriberCount());
  }

  @Test
  void ofTwoAtATimeOneIsRefused() {
    for (int round = 0; round < 300; round++) {
      Sinks.Many<Integer> sink = ReactorSerializer.many();
      List<RecordingSubscriber<Integer>> both =
          List.of(new RecordingSubscriber<>(), new RecordingSubscriber<>());
      Race.run(
          round,
          () -> sink.asFlux().subscribe(both.get(0)),
          () -> sink.asFlux().subscribe(both.get(1)));
      RecordingSubscriber<Integer> taken = both.get(both.get(0).signals().size() == 1 ? 0 : 1);
      RecordingSubscriber<Integer> refused = both.get(taken == both.get(0) ? 1 : 0);
      assertInstanceOf(IllegalStateException.class, refused.signals().get(1));
      taken.subscription().request(1);
      emit(sink, round);
      assertEquals(List.of("subscribed", round), taken.signals());
    }
  }

  @Test
  void itIsScanned() {
    Sinks.Many<Integer> sink = ReactorSerializer.many();
    assertEquals(0, sink.currentSubscriberCount());
    assertEquals(0, sink.inners().count());
    assertEquals(Integer.MAX_VALUE, sink.scan(Attr.CAPACITY));
    assertEquals(1, ManyScene.ofOne().scan(Attr.CAPACITY));
    assertEquals(Integer.MAX_VALUE, sink.scan(Attr.PREFETCH));
    assertEquals(0L, sink.scan(Attr.REQUESTED_FROM_DOWNSTREAM));
    Disposable end = sink.asFlux().subscribe(i -> {}, thrown -> {});
    assertEquals(Long.MAX_VALUE, sink.scan(Attr.REQUESTED_FROM_DOWNSTREAM));
    assertEquals(List.of(Scannable.from(end)), sink.inners().toList());
    assertEquals(sink, Scannable.from(end).scan(Attr.PARENT));
    assertEquals(end, sink.scan(Attr.ACTUAL));
    assertEquals(false, sink.scan(Attr.TERMINATED));
    assertEquals(false, sink.scan(Attr.CANCELLED));
    assertNull(sink.scan(Attr.ERROR));
    sink.emitError(error, FAIL_FAST);
    assertEquals(true, sink.scan(Attr.TERMINATED));
    assertEquals(error, sink.scan(Attr.ERROR));
    assertEquals(false, sink.scan(Attr.CANCELLED));
    end.dispose();
    assertEquals(false, sink.scan(Attr.CANCELLED), "the end preceded the disposal");
    assertNull(sink.scan(Attr.ACTUAL));
    assertEquals(0, sink.inners().count());
  }

  @Test
  void aCancellationIsScanned() {
    Sinks.Many<Integer> left = ReactorSerializer.many();
    left.asFlux().subscribe().dispose();
    assertEquals(true, left.scan(Attr.CANCELLED));
    assertEquals(false, left.scan(Attr.TERMINATED));
    assertNull(left.scan(Attr.ACTUAL));
  }

  /** Scanning the stream leads to the sink, with the same results. */
  @Test
  void itsStreamIsScanned() {
    Sinks.Many<Integer> sink = ManyScene.ofOne();
    emit(sink, 1);
    Scannable stream = Scannable.from(sink.asFlux());
    assertSame(sink, stream.scan(Attr.PARENT));
    assertEquals(1, stream.scan(Attr.BUFFERED));
    assertEquals(1, stream.scan(Attr.CAPACITY));
  }

  @Test
  void aSubscriberThatCannotBeScannedIsShownAsThat() {
    Sinks.Many<Integer> sink = ReactorSerializer.many();
    sink.asFlux().subscribe(scene.downstream);
    assertEquals(1, sink.inners().count());
    Sinks.Many<Integer> bare = ReactorSerializer.many();
    bare.asFlux().subscribe(new reactor.core.publisher.BaseSubscriber<>() {});
    List<Scannable> inners = new ArrayList<>(bare.inners().toList());
    assertEquals(1, inners.size());
    assertFalse(inners.get(0).isScanAvailable());
  }

  @Test
  void noFusionIsOffered() {
    Sinks.Many<Integer> sink = ReactorSerializer.many();
    sink.asFlux().subscribe(scene.downstream);
    assertFalse(sink.asFlux() instanceof Fuseable);
    assertFalse(sink instanceof Fuseable.QueueSubscription);
    assertNotSame(sink, sink.asFlux());
  }

  @Test
  void afterTheEndTheSubscriberIsNotHeld() {
    for (BiConsumer<Sinks.Many<Integer>, Subscription> end :
        List.<BiConsumer<Sinks.Many<Integer>, Subscription>>of(
            (sink, s) -> s.cancel(),
            (sink, s) -> sink.emitComplete(FAIL_FAST),
            (sink, s) -> sink.emitError(error, FAIL_FAST))) {
      Sinks.Many<Integer> sink = ReactorSerializer.many();
      assertCollected(usedUntil(end, sink));
      Reference.reachabilityFence(sink);
    }
  }

  private static WeakReference<?> usedUntil(
      BiConsumer<Sinks.Many<Integer>, Subscription> end, Sinks.Many<Integer> sink) {
    RecordingSubscriber<Integer> used = new RecordingSubscriber<>();
    sink.asFlux().subscribe(used);
    end.accept(sink, used.subscription());
    return new WeakReference<>(used);
  }
}
