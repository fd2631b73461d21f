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
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.testing.Elsewhere;
import org.reactivestreams.Subscription;

/**
 * The emitter's only subscriber: the reports about it, how long it is kept, and the refusal of a
 * second one.
 */
class EmitterSubscriberTest {
  private static final Object KEY = new Object();

  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
  private final List<Object> reported = Collections.synchronizedList(new ArrayList<>());
  private final List<Object> dropped = Collections.synchronizedList(new ArrayList<>());
  private final Exception error = new Exception("the error");
  private final SerialEmitter<Integer> emitter = fresh();

  @BeforeEach
  void hook() {
    Infrastructure.setDroppedExceptionHandler(dropped::add);
  }

  @AfterEach
  void unhook() {
    Infrastructure.resetDroppedExceptionHandler();
  }

  private SerialEmitter<Integer> fresh() {
    return MutinySerializer.<Integer>emitter(Serializer.withDefaults())
        .onTermination(() -> reported.add("terminated"))
        .onCancellation(() -> reported.add("cancelled"))
        .onRequest(reported::add);
  }

  private void subscribe() {
    emitter.toMulti().subscribe(new OfMutiny(downstream));
  }

  @Test
  void itsContextIsAvailableUntilTheEnd() {
    assertTrue(emitter.context().isEmpty());
    emitter.toMulti().subscribe(OfMutiny.in(Context.of(KEY, "value"), downstream));
    assertEquals("value", emitter.context().get(KEY));
    emitter.complete();
    assertTrue(emitter.context().isEmpty());
  }

  @Test
  void itMayHaveNoContext() {
    subscribe();
    assertTrue(emitter.context().isEmpty());
  }

  @Test
  void itsCallsAfterTheEndAreNotReported() {
    subscribe();
    emitter.complete();
    downstream.subscription().request(1);
    downstream.subscription().cancel();
    assertEquals(List.of("terminated"), reported);
  }

  @Test
  void itsCancellationIsReportedAtOnceEvenDuringAnItem() {
    subscribe();
    downstream.subscription().request(1);
    downstream.on(
        1,
        () -> {
          Elsewhere.run(() -> downstream.subscription().cancel());
          assertEquals(List.of(1L, "terminated", "cancelled"), reported);
        });
    emitter.emit(1);
    assertEquals(List.of(1L, "terminated", "cancelled"), reported);
  }

  @Test
  void everyCallbackSetAfterTheEndRunsOnce() {
    subscribe();
    emitter.complete();
    for (int i = 1; i <= 3; i++) {
      int number = i;
      emitter.onTermination(() -> reported.add(number));
    }
    assertEquals(List.of("terminated", 1, 2, 3), reported);
  }

  @Test
  void aBadRequestIsNotReported() {
    subscribe();
    downstream.subscription().request(0);
    assertInstanceOf(IllegalArgumentException.class, downstream.signals().get(1));
    assertEquals(List.of("terminated"), reported);
  }

  @Test
  void theTerminationIsReportedEvenIfTheTerminalSignalThrows() {
    for (boolean completes : new boolean[] {true, false}) {
      SerialEmitter<Integer> fresh = fresh();
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
      assertEquals(List.of("terminated"), reported);
      assertEquals(0, dropped.size());
      reported.clear();
    }
  }

  @Test
  void aSecondOneIsRefusedAndTheFirstGoesOn() {
    subscribe();
    assertRefused();
    assertEquals(List.of(), reported);
    downstream.subscription().request(1);
    emitter.emit(1);
    assertEquals(List.of("subscribed", 1), downstream.signals());
  }

  @Test
  void aSecondOneIsRefusedAfterTheEndToo() {
    subscribe();
    emitter.complete();
    assertRefused();
    assertEquals(List.of("terminated"), reported);
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
      SerialEmitter<Integer> fresh = fresh();
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
    for (BiConsumer<SerialEmitter<Integer>, Subscription> end :
        List.<BiConsumer<SerialEmitter<Integer>, Subscription>>of(
            (source, s) -> s.cancel(),
            (source, s) -> source.complete(),
            (source, s) -> source.fail(error))) {
      SerialEmitter<Integer> kept = fresh();
      assertCollected(usedUntil(end, kept));
      Reference.reachabilityFence(kept);
    }
  }

  private static WeakReference<?> usedUntil(
      BiConsumer<SerialEmitter<Integer>, Subscription> end, SerialEmitter<Integer> kept) {
    RecordingSubscriber<Integer> used = new RecordingSubscriber<>();
    kept.toMulti().subscribe(new OfMutiny(used));
    end.accept(kept, used.subscription());
    return new WeakReference<>(used);
  }
}
