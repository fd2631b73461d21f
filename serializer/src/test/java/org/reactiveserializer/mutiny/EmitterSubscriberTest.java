package org.reactiveserializer.mutiny;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.reactiveserializer.support.Collected.assertCollected;

import io.smallrye.mutiny.Context;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.Elsewhere;
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactivestreams.Subscription;

/** The emitter's one subscriber: what is reported of it, how long it is kept, and how a second one is refused. */
class EmitterSubscriberTest {
  private static final Object KEY = new Object();

  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
  private final List<Object> told = Collections.synchronizedList(new ArrayList<>());
  private final List<Object> dropped = Collections.synchronizedList(new ArrayList<>());
  private final Exception error = new Exception("the error");
  private final SerializedEmitter<Integer> emitter = fresh();

  @BeforeEach
  void hook() {
    Infrastructure.setDroppedExceptionHandler(dropped::add);
  }

  @AfterEach
  void unhook() {
    Infrastructure.resetDroppedExceptionHandler();
  }

  private SerializedEmitter<Integer> fresh() {
    return MutinySerializer.<Integer>emitter(Serializer.unbounded())
        .onTermination(() -> told.add("terminated"))
        .onCancellation(() -> told.add("cancelled"))
        .onRequest(told::add);
  }

  private void subscribe() {
    emitter.toMulti().subscribe(new OfMutiny(downstream));
  }

  @Test
  void itsContextIsThereFromWhenItComesToTheEnd() {
    assertTrue(emitter.context().isEmpty());
    emitter.toMulti().subscribe(OfMutiny.in(Context.of(KEY, "value"), downstream));
    assertEquals("value", emitter.context().get(KEY));
    emitter.complete();
    assertTrue(emitter.context().isEmpty());
  }

  @Test
  void itNeedHaveNoContext() {
    subscribe();
    assertTrue(emitter.context().isEmpty());
  }

  @Test
  void whatItAsksForAfterTheEndIsToldToNobodyNorThatItLeaves() {
    subscribe();
    emitter.complete();
    downstream.subscription().request(1);
    downstream.subscription().cancel();
    assertEquals(List.of("terminated"), told);
  }

  @Test
  void thatItLeavesIsToldAtOnceAlsoWhileItGetsAnItem() {
    subscribe();
    downstream.subscription().request(1);
    downstream.on(
        1,
        () -> {
          Elsewhere.run(() -> downstream.subscription().cancel());
          assertEquals(List.of(1L, "cancelled"), told);
        });
    emitter.emit(1);
    assertEquals(List.of(1L, "cancelled", "terminated"), told);
  }

  @Test
  void everyCallbackThatComesAfterTheEndRunsOnce() {
    subscribe();
    emitter.complete();
    for (int i = 1; i <= 3; i++) {
      int number = i;
      emitter.onTermination(() -> told.add(number));
    }
    assertEquals(List.of("terminated", 1, 2, 3), told);
  }

  @Test
  void aBadRequestIsNotTold() {
    subscribe();
    downstream.subscription().request(0);
    assertInstanceOf(IllegalArgumentException.class, downstream.signals().get(1));
    assertEquals(List.of("terminated"), told);
  }

  @Test
  void ifItThrowsFromATerminalTheEndIsToldAllTheSame() {
    for (boolean completes : new boolean[] {true, false}) {
      SerializedEmitter<Integer> fresh = fresh();
      RecordingSubscriber<Integer> end = new RecordingSubscriber<>();
      IllegalStateException boom = new IllegalStateException("boom");
      end.onComplete(
          () -> {
            throw boom;
          });
      end.onError(
          failure -> {
            throw boom;
          });
      fresh.toMulti().subscribe(new OfMutiny(end));
      assertThrows(
          IllegalStateException.class, completes ? fresh::complete : () -> fresh.fail(error));
      assertEquals(List.of("terminated"), told);
      assertEquals(0, dropped.size());
      told.clear();
    }
  }

  @Test
  void aSecondIsRefusedAndTheFirstGoesOn() {
    subscribe();
    assertRefused();
    assertEquals(List.of(), told);
    downstream.subscription().request(1);
    emitter.emit(1);
    assertEquals(List.of("subscribed", 1), downstream.signals());
  }

  @Test
  void aSecondIsRefusedAfterTheEndToo() {
    subscribe();
    emitter.complete();
    assertRefused();
    assertEquals(List.of("terminated"), told);
  }

  private void assertRefused() {
    RecordingSubscriber<Integer> second =
        new RecordingSubscriber<Integer>().onSubscribe(s -> s.request(1));
    emitter.toMulti().subscribe(new OfMutiny(second));
    assertEquals(2, second.signals().size());
    assertEquals("subscribed", second.signals().get(0));
    assertInstanceOf(IllegalStateException.class, second.signals().get(1));
    second.subscription().cancel();
  }

  @Test
  void ofTwoAtATimeOneIsRefused() {
    for (int round = 0; round < 300; round++) {
      SerializedEmitter<Integer> fresh = fresh();
      RecordingSubscriber<Integer> one = new RecordingSubscriber<>();
      RecordingSubscriber<Integer> another = new RecordingSubscriber<>();
      Race.run(
          round,
          () -> fresh.toMulti().subscribe(new OfMutiny(one)),
          () -> fresh.toMulti().subscribe(new OfMutiny(another)));
      boolean first = one.signals().size() == 1;
      assertEquals(List.of("subscribed"), (first ? one : another).signals());
      assertInstanceOf(IllegalStateException.class, (first ? another : one).signals().get(1));
    }
  }

  @Test
  void afterTheEndItIsNotHeld() {
    for (BiConsumer<SerializedEmitter<Integer>, Subscription> end :
        List.<BiConsumer<SerializedEmitter<Integer>, Subscription>>of(
            (source, s) -> s.cancel(),
            (source, s) -> source.complete(),
            (source, s) -> source.fail(error))) {
      SerializedEmitter<Integer> kept = fresh();
      assertCollected(usedUntil(end, kept));
      Reference.reachabilityFence(kept);
    }
  }

  private static WeakReference<?> usedUntil(
      BiConsumer<SerializedEmitter<Integer>, Subscription> end, SerializedEmitter<Integer> kept) {
    RecordingSubscriber<Integer> used = new RecordingSubscriber<>();
    kept.toMulti().subscribe(new OfMutiny(used));
    end.accept(kept, used.subscription());
    return new WeakReference<>(used);
  }
}
