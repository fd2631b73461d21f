package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.support.Scene;
import org.reactiveserializer.testing.Elsewhere;

/** Delivery is serial, in each producer's order, and reentrant with constant stack depth. */
class SerialDeliveryTest {
  private final Scene<Integer> scene = Scene.subscribed();

  @Test
  void itemIsDeliveredInItsOwnCallIfNoOtherThreadDelivers() {
    scene.serialized.onNext(1);
    assertEquals(List.of(1), scene.delivered());
    assertSame(Thread.currentThread(), scene.downstream.deliverer());
  }

  @Test
  void contendingProducerReturnsAndTheOwnerDeliversItsItem() {
    scene.downstream.on(
        1,
        () -> {
          Elsewhere.run(() -> scene.serialized.onNext(2));
          assertEquals(List.of(1), scene.delivered());
        });
    scene.serialized.onNext(1);
    assertEquals(List.of(1, 2), scene.delivered());
    assertSame(Thread.currentThread(), scene.downstream.deliverer());
    assertFalse(scene.downstream.overlapped());
  }

  @Test
  void itemsHandedOverArriveInTheOrderOfTheirProducer() {
    List<Integer> expected = IntStream.range(0, 1000).boxed().toList();
    scene.downstream.on(
        0, () -> Elsewhere.run(() -> expected.stream().skip(1).forEach(scene.serialized::onNext)));
    scene.serialized.onNext(0);
    assertEquals(expected, scene.delivered());
  }

  @Test
  void orderHoldsFromFastPathToHandOverAndBack() {
    scene.downstream.on(
        10, () -> Elsewhere.run(() -> List.of(2, 3).forEach(scene.serialized::onNext)));
    Elsewhere.run(() -> scene.serialized.onNext(1));
    scene.serialized.onNext(10);
    Elsewhere.run(() -> scene.serialized.onNext(4));
    assertEquals(List.of(1, 10, 2, 3, 4), scene.delivered());
  }

  @Test
  void itemsHandedOverWhileABatchIsDeliveredFollowIt() {
    scene.downstream.on(1, () -> Elsewhere.run(() -> scene.serialized.onNext(2)));
    scene.downstream.on(2, () -> Elsewhere.run(() -> scene.serialized.onNext(3)));
    scene.downstream.on(3, () -> Elsewhere.run(scene.serialized::onComplete));
    scene.serialized.onNext(1);
    assertEquals(List.of(1, 2, 3, "completed"), scene.delivered());
  }

  @Test
  void completionCoversItemsHandedOverBeforeIt() {
    scene.downstream.on(
        1,
        () ->
            Elsewhere.run(
                () -> {
                  scene.serialized.onNext(2);
                  scene.serialized.onNext(3);
                  scene.serialized.onComplete();
                }));
    scene.serialized.onNext(1);
    assertEquals(List.of(1, 2, 3, "completed"), scene.delivered());
    assertEquals(List.of(), scene.discarded);
  }

  @Test
  void completionCoversItemsOfTheBatchBeingDelivered() {
    scene.downstream.on(
        1, () -> Elsewhere.run(() -> List.of(2, 3, 4).forEach(scene.serialized::onNext)));
    scene.downstream.on(2, () -> Elsewhere.run(scene.serialized::onComplete));
    scene.serialized.onNext(1);
    assertEquals(List.of(1, 2, 3, 4, "completed"), scene.delivered());
  }

  @Test
  void reentrantItemsAreDeliveredAfterTheCallWithConstantDepth() {
    int last = 100_000;
    scene.downstream.onNext(
        item -> {
          if (item < last) {
            scene.serialized.onNext(item + 1);
          } else {
            scene.serialized.onComplete();
          }
        });
    scene.serialized.onNext(0);
    List<Object> expected = new ArrayList<>(IntStream.rangeClosed(0, last).boxed().toList());
    expected.add("completed");
    assertEquals(expected, scene.delivered());
    assertEquals(1, scene.downstream.deepest());
  }

  @Test
  void reentrantItemsKeepTheirOrder() {
    scene.downstream.on(1, () -> List.of(2, 3, 4).forEach(scene.serialized::onNext));
    scene.serialized.onNext(1);
    assertEquals(List.of(1, 2, 3, 4), scene.delivered());
  }

  @Test
  void signalsFromWithinOnSubscribeFollowIt() {
    Scene<Integer> fresh = Scene.bare(ErrorMode.IMMEDIATE);
    fresh.downstream.onSubscribe(
        subscription -> {
          Elsewhere.run(() -> fresh.serialized.onNext(1));
          fresh.serialized.onNext(2);
        });
    fresh.serialized.onSubscribe(fresh.upstream);
    assertEquals(List.of("subscribed", 1, 2), fresh.downstream.signals());
    assertEquals(1, fresh.downstream.deepest());
  }

  @Test
  void manyProducersLoseNothingAndKeepTheirOrder() throws InterruptedException {
    int producers = 4;
    int each = 20_000;
    Thread[] threads = new Thread[producers];
    for (int p = 0; p < producers; p++) {
      int first = p * each;
      threads[p] =
          new Thread(
              () ->
                  IntStream.range(first, first + each)
                      .forEach(item -> scene.serialized.onNext(item)));
    }
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    List<Object> delivered = scene.delivered();
    assertEquals(producers * each, delivered.size());
    for (int p = 0; p < producers; p++) {
      int first = p * each;
      assertEquals(
          IntStream.range(first, first + each).boxed().toList(),
          delivered.stream().filter(item -> (int) item / each == first / each).toList());
    }
    assertFalse(scene.downstream.overlapped());
    assertEquals(0, scene.serialized.backlog());
  }
}
