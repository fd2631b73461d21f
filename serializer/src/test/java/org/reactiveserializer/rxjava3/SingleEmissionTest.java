package org.reactiveserializer.rxjava3;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.reactivex.rxjava3.core.Single;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.SinkScene;

/** An emission that waits for room, as a {@code Single}. */
class SingleEmissionTest {
  private final List<EmitOutcome> outcomes = new ArrayList<>();
  private final SinkScene scene =
      SinkScene.subscribed(
          Serializer.<Integer>withDefaults()
              .bounded(1, Overflow.DROP_NEWEST)
              .answerOn(Runnable::run));

  @Test
  void emitsAtEachSubscriptionAndWaits() {
    Single<EmitOutcome> emission = RxSerializer.emit(scene.sink, 1);
    assertEquals(0, scene.sink.backlog());
    emission.subscribe(outcome -> outcomes.add(outcome)).isDisposed();
    assertEquals(List.of(EmitOutcome.QUEUED), outcomes);
    emission.subscribe(outcome -> outcomes.add(outcome)).isDisposed();
    assertEquals(1, outcomes.size());
    scene.request(1);
    assertEquals(List.of(EmitOutcome.QUEUED, EmitOutcome.QUEUED), outcomes);
    scene.request(9);
    assertEquals(List.of(1, 1), scene.delivered());
  }

  @Test
  void withdrawsAnItemThatWaits() {
    scene.sink.tryEmit(1);
    RxSerializer.emit(scene.sink, 2).subscribe(outcome -> outcomes.add(outcome)).dispose();
    assertEquals(List.of(), outcomes);
    scene.request(9);
    assertEquals(List.of(1), scene.delivered());
    scene.downstream.subscription().cancel();
    RxSerializer.emit(scene.sink, 3).subscribe(outcome -> outcomes.add(outcome)).isDisposed();
    assertEquals(List.of(EmitOutcome.CANCELLED), outcomes);
  }
}
