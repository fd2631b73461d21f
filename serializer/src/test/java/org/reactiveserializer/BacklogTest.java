package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.Scene;
import org.reactiveserializer.testing.Elsewhere;

/** The backlog counts the items that wait, whether or not the owner has taken them. */
class BacklogTest {
  private final Scene<Integer> scene = Scene.subscribed();
  private final List<Integer> backlogs = new ArrayList<>();

  @Test
  void isZeroOnTheFastPath() {
    scene.downstream.onNext(item -> backlogs.add(scene.serialized.backlog()));
    scene.serialized.onNext(1);
    assertEquals(List.of(0), backlogs);
  }

  @Test
  void countsDownWithEachDeliveryAndUpWithEachArrival() {
    scene.downstream.onNext(
        item -> {
          if (item == 1) {
            Elsewhere.run(() -> List.of(2, 3, 4).forEach(scene.serialized::onNext));
          } else if (item == 3) {
            Elsewhere.run(() -> List.of(5, 6).forEach(scene.serialized::onNext));
          }
          backlogs.add(scene.serialized.backlog());
        });
    scene.serialized.onNext(1);
    assertEquals(List.of(3, 2, 3, 2, 1, 0), backlogs);
    assertEquals(0, scene.serialized.backlog());
  }

  @Test
  void doesNotCountTerminals() {
    scene.downstream.onNext(
        item -> {
          scene.serialized.onComplete();
          backlogs.add(scene.serialized.backlog());
        });
    scene.serialized.onNext(1);
    assertEquals(List.of(0), backlogs);
  }

  @Test
  void isZeroAfterTheEnd() {
    scene.downstream.on(
        1,
        () -> {
          List.of(2, 3, 4).forEach(scene.serialized::onNext);
          scene.serialized.onError(new Exception());
        });
    scene.serialized.onNext(1);
    scene.serialized.onNext(5);
    assertEquals(0, scene.serialized.backlog());
    assertEquals(List.of(2, 3, 4, 5), scene.discarded);
  }

  @Test
  void countsItemsThatWaitWhileTheSubscriptionIsPassedOn() {
    Scene<Integer> fresh = Scene.bare(ErrorMode.IMMEDIATE);
    fresh.downstream.onSubscribe(
        subscription -> {
          Elsewhere.run(() -> List.of(2, 3).forEach(fresh.serialized::onNext));
          backlogs.add(fresh.serialized.backlog());
        });
    fresh.serialized.onSubscribe(fresh.upstream);
    assertEquals(List.of(2), backlogs);
    assertEquals(List.of(2, 3), fresh.delivered());
  }

  @Test
  void countsDownWithEachItemDiscarded() {
    List<Integer> counts = new ArrayList<>();
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    AtomicReference<SerialSubscriber<Integer>> self = new AtomicReference<>();
    SerialSubscriber<Integer> serialized =
        Serializer.<Integer>withDefaults()
            .onDiscard(item -> counts.add(Objects.requireNonNull(self.get()).backlog()))
            .wrap(downstream);
    self.set(serialized);
    downstream.on(
        1,
        () -> {
          List.of(2, 3, 4).forEach(serialized::onNext);
          throw new IllegalStateException();
        });
    assertThrows(IllegalStateException.class, () -> serialized.onNext(1));
    assertEquals(List.of(2, 1, 0), counts);
  }
}
