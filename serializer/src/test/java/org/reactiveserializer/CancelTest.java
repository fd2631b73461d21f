package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.support.Scene;
import org.reactiveserializer.testing.Elsewhere;

/**
 * Cancellation: the items that wait are discarded once, by the owner, and nothing more is
 * signalled.
 */
class CancelTest {
  private final Scene<Integer> scene = Scene.subscribed();
  private final Throwable late = new Exception("late");

  @Test
  void cancelsTheUpstreamOnce() {
    scene.serialized.cancel();
    scene.serialized.cancel();
    scene.downstream.subscription().cancel();
    assertEquals(List.of("cancel"), scene.upstream.calls());
  }

  @Test
  void discardsLaterItems() {
    scene.serialized.cancel();
    scene.serialized.onNext(1);
    scene.serialized.onError(late);
    scene.serialized.onComplete();
    assertEquals(List.of(), scene.delivered());
    assertEquals(List.of(1), scene.discarded);
    assertEquals(List.of(late), scene.dropped);
  }

  @Test
  void discardsItemsThatWait() {
    scene.downstream.on(
        1,
        () ->
            Elsewhere.run(
                () -> {
                  scene.serialized.onNext(2);
                  scene.serialized.onNext(3);
                  scene.serialized.cancel();
                  assertEquals(List.of(), scene.discarded, "only the owner discards");
                }));
    scene.serialized.onNext(1);
    assertEquals(List.of(1), scene.delivered());
    assertEquals(List.of(2, 3), scene.discarded);
    assertEquals(0, scene.serialized.backlog());
  }

  @Test
  void stopsTheBatchBeingDelivered() {
    scene.downstream.on(
        1, () -> Elsewhere.run(() -> List.of(2, 3, 4).forEach(scene.serialized::onNext)));
    scene.downstream.on(2, () -> scene.downstream.subscription().cancel());
    scene.serialized.onNext(1);
    assertEquals(List.of(1, 2), scene.delivered());
    assertEquals(List.of(3, 4), scene.discarded, "not 1 and 2, which were delivered");
  }

  @Test
  void stopsTheItemsThatACompletionCovers() {
    scene.downstream.on(
        1,
        () ->
            Elsewhere.run(
                () -> {
                  scene.serialized.onNext(2);
                  scene.serialized.onNext(3);
                  scene.serialized.onComplete();
                }));
    scene.downstream.on(2, scene.serialized::cancel);
    scene.serialized.onNext(1);
    assertEquals(List.of(1, 2), scene.delivered());
    assertEquals(List.of(3), scene.discarded);
    assertEquals(List.of("cancel"), scene.upstream.calls());
  }

  @Test
  void dropsAnErrorThatWaits() {
    Scene<Integer> delayed = Scene.subscribed(ErrorMode.DELAYED);
    delayed.downstream.on(
        1,
        () ->
            Elsewhere.run(
                () -> {
                  delayed.serialized.onNext(2);
                  delayed.serialized.onError(late);
                  delayed.serialized.cancel();
                }));
    delayed.serialized.onNext(1);
    assertEquals(List.of(1), delayed.delivered());
    assertEquals(List.of(2), delayed.discarded);
    assertEquals(List.of(late), delayed.dropped);
  }

  @Test
  void withinOnSubscribeCancelsTheUpstreamAndSignalsNothing() {
    Scene<Integer> fresh = Scene.bare(ErrorMode.IMMEDIATE);
    fresh.downstream.onSubscribe(
        subscription -> {
          subscription.request(1);
          subscription.cancel();
        });
    fresh.serialized.onSubscribe(fresh.upstream);
    fresh.serialized.onNext(1);
    assertEquals(List.of("subscribed"), fresh.downstream.signals());
    assertEquals(List.of("cancel"), fresh.upstream.calls());
    assertEquals(List.of(1), fresh.discarded);
  }

  @Test
  void requestAfterwardsDoesNothing() {
    scene.serialized.cancel();
    scene.serialized.request(1);
    scene.serialized.request(-1);
    assertEquals(List.of("cancel"), scene.upstream.calls());
    assertEquals(List.of(), scene.dropped);
  }

  @Test
  void itemsThatTheUpstreamFlushesWhileItIsCancelledAreDiscarded() {
    scene.upstream.onCancel(() -> List.of(1, 2).forEach(scene.serialized::onNext));
    scene.serialized.cancel();
    assertEquals(List.of(), scene.delivered());
    assertEquals(List.of(1, 2), scene.discarded);
  }

  @Test
  void itemsAreDiscardedAlthoughTheUpstreamThrowsFromCancel() {
    RuntimeException thrown = new RuntimeException("from cancel");
    scene.upstream.onCancel(
        () -> {
          throw thrown;
        });
    scene.downstream.on(
        1,
        () ->
            Elsewhere.run(
                () -> {
                  scene.serialized.onNext(2);
                  assertSame(
                      thrown, assertThrows(RuntimeException.class, scene.serialized::cancel));
                }));
    scene.serialized.onNext(1);
    assertEquals(List.of(1), scene.delivered());
    assertEquals(List.of(2), scene.discarded);
  }
}
