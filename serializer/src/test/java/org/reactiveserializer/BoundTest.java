package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.Scene;
import org.reactiveserializer.testing.Effort;
import org.reactiveserializer.testing.Elsewhere;
import org.reactivestreams.Subscription;

/** The number of items that wait is bounded; the policies for items that find no room. */
class BoundTest {

  @ParameterizedTest
  @CsvSource({"1", "2", "3", "7", "100"})
  void asManyItemsWaitAsTheCapacityAllows(int capacity) {
    Scene<Integer> scene = bounded(capacity, Overflow.DROP_NEWEST);
    scene.downstream.on(0, () -> Elsewhere.run(() -> push(scene, 1, capacity + 3)));
    scene.serialized.onNext(0);
    assertEquals(IntStream.rangeClosed(0, capacity).boxed().toList(), scene.delivered());
    assertEquals(
        IntStream.rangeClosed(capacity + 1, capacity + 3).boxed().toList(), scene.discarded);
  }

  @Test
  void dropOldestKeepsTheYoungest() {
    Scene<Integer> scene = bounded(2, Overflow.DROP_OLDEST);
    scene.downstream.on(0, () -> Elsewhere.run(() -> push(scene, 1, 5)));
    scene.serialized.onNext(0);
    assertEquals(List.of(0, 4, 5), scene.delivered());
    assertEquals(List.of(1, 2, 3), scene.discarded);
  }

  @Test
  void dropOldestDiscardsAtOnceWhileTheOwnerIsBusy() {
    Scene<Integer> scene = bounded(1, Overflow.DROP_OLDEST);
    scene.downstream.on(
        0,
        () ->
            Elsewhere.run(
                () -> {
                  push(scene, 1, 2);
                  assertEquals(List.of(1), scene.discarded);
                  assertEquals(1, scene.serialized.backlog());
                }));
    scene.serialized.onNext(0);
    assertEquals(List.of(0, 2), scene.delivered());
  }

  @ParameterizedTest
  @EnumSource
  void overflowIsAnErrorThatNamesTheCapacityAndCancels(ErrorMode mode) {
    Scene<Integer> scene =
        Scene.subscribed(
            Serializer.<Integer>withDefaults().bounded(2, Overflow.ERROR).errors(mode));
    scene.downstream.on(0, () -> Elsewhere.run(() -> push(scene, 1, 4)));
    scene.serialized.onNext(0);
    List<Object> delivered = scene.delivered();
    boolean immediate = mode == ErrorMode.IMMEDIATE;
    assertEquals(
        immediate ? List.of(0) : List.of(0, 1, 2), delivered.subList(0, delivered.size() - 1));
    Throwable error = (Throwable) delivered.get(delivered.size() - 1);
    assertEquals(IllegalStateException.class, error.getClass());
    assertTrue(error.toString().contains("2 items"), error::toString);
    assertEquals(List.of("cancel"), scene.upstream.calls());
    // The excess item and the one after it when they arrive, the others by the owner.
    assertEquals(immediate ? List.of(3, 4, 1, 2) : List.of(3, 4), scene.discarded);
    assertEquals(List.of(), scene.dropped);
  }

  /** The item finds no room on another thread than the owner's, and the upstream breaks §3.15. */
  @Test
  void whatTheUpstreamThrowsWhenAnOverflowCancelsItReachesNoProducer() {
    RuntimeException thrown = new RuntimeException("thrown by cancel");
    List<Throwable> dropped = Collections.synchronizedList(new ArrayList<>());
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    SerialSubscriber<Integer> serialized =
        Serializer.<Integer>withDefaults()
            .bounded(1, Overflow.ERROR)
            .onErrorDropped(dropped::add)
            .wrap(downstream);
    serialized.onSubscribe(
        new Subscription() {
          @Override
          public void request(long n) {}

          @Override
          public void cancel() {
            throw thrown;
          }
        });
    AtomicReference<Throwable> atProducer = new AtomicReference<>();
    downstream.on(
        0,
        () ->
            Elsewhere.run(
                () -> {
                  serialized.onNext(1);
                  try {
                    serialized.onNext(2);
                  } catch (Throwable reached) {
                    atProducer.set(reached);
                  }
                }));
    serialized.onNext(0);
    assertNull(atProducer.get());
    assertTrue(dropped.contains(thrown), dropped::toString);
    assertInstanceOf(IllegalStateException.class, downstream.signals().get(2));
  }

  @ParameterizedTest
  @EnumSource
  void roomIsMadeByEachDelivery(Overflow overflow) {
    Scene<Integer> scene = bounded(1, overflow);
    scene.downstream.onNext(
        item -> {
          if (item < 5) {
            scene.serialized.onNext(item + 1);
          }
        });
    scene.serialized.onNext(0);
    assertEquals(List.of(0, 1, 2, 3, 4, 5), scene.delivered());
    assertEquals(List.of(), scene.discarded);
  }

  @ParameterizedTest
  @EnumSource
  void completionCoversItemsThatWait(Overflow overflow) {
    Scene<Integer> scene = bounded(3, overflow);
    scene.downstream.on(
        0,
        () ->
            Elsewhere.run(
                () -> {
                  push(scene, 1, 3);
                  scene.serialized.onComplete();
                  scene.serialized.onNext(4);
                }));
    scene.serialized.onNext(0);
    assertEquals(List.of(0, 1, 2, 3, "completed"), scene.delivered());
    assertEquals(List.of(4), scene.discarded);
    assertEquals(0, scene.serialized.backlog());
  }

  @ParameterizedTest
  @EnumSource
  void cancellationDiscardsItemsThatWait(Overflow overflow) {
    Scene<Integer> scene = bounded(3, overflow);
    scene.downstream.on(
        0,
        () ->
            Elsewhere.run(
                () -> {
                  push(scene, 1, 3);
                  scene.serialized.cancel();
                  scene.serialized.onNext(4);
                }));
    scene.serialized.onNext(0);
    assertEquals(List.of(0), scene.delivered());
    assertEquals(List.of(4, 1, 2, 3), scene.discarded);
  }

  @ParameterizedTest
  @EnumSource
  void aThrowingDownstreamLeavesNothingBehind(Overflow overflow) {
    Scene<Integer> scene = bounded(3, overflow);
    RuntimeException thrown = new RuntimeException("thrown by the downstream");
    scene.downstream.on(0, () -> Elsewhere.run(() -> push(scene, 1, 3)));
    scene.downstream.on(
        2,
        () -> {
          throw thrown;
        });
    assertEquals(thrown, assertThrows(RuntimeException.class, () -> scene.serialized.onNext(0)));
    scene.serialized.onNext(4);
    assertEquals(List.of(0, 1, 2), scene.delivered());
    assertEquals(List.of(3, 4), scene.discarded);
    assertEquals(List.of("cancel"), scene.upstream.calls());
  }

  /** No more items wait than the capacity, no matter how the producers race. */
  @ParameterizedTest
  @Tag("effort")
  @EnumSource(names = {"DROP_NEWEST", "DROP_OLDEST"})
  void theCapacityHoldsUnderContention(Overflow overflow) {
    int capacity = 3;
    for (int round = 0; round < Effort.rounds(2_000); round++) {
      Scene<Integer> scene = bounded(capacity, overflow);
      AtomicBoolean exceeded = new AtomicBoolean();
      Runnable look =
          () -> {
            if (scene.serialized.backlog() > capacity) {
              exceeded.set(true);
            }
          };
      scene.downstream.onNext(item -> look.run());
      Race.run(
          round,
          () -> push(scene, 0, 9),
          () -> push(scene, 10, 19),
          () -> IntStream.range(0, 20).forEach(i -> look.run()));
      scene.serialized.onComplete();
      assertEquals(false, exceeded.get());
      assertEquals(20, scene.delivered().size() - 1 + scene.discarded.size());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
  void capacityIsPositive(int capacity) {
    Throwable thrown =
        assertThrows(
            IllegalArgumentException.class,
            () -> Serializer.withDefaults().bounded(capacity, Overflow.ERROR));
    assertEquals("capacity must be positive, was " + capacity, thrown.getMessage());
  }

  private static Scene<Integer> bounded(int capacity, Overflow overflow) {
    return Scene.subscribed(Serializer.<Integer>withDefaults().bounded(capacity, overflow));
  }

  private static void push(Scene<Integer> scene, int first, int last) {
    IntStream.rangeClosed(first, last).forEach(scene.serialized::onNext);
  }
}
