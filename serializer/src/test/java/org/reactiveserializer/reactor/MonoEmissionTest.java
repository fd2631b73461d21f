package org.reactiveserializer.reactor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.SinkScene;
import reactor.core.publisher.Mono;

/** An emission that waits for room, as a {@code Mono}. */
class MonoEmissionTest {
  private final List<EmitOutcome> outcomes = new ArrayList<>();
  private final SinkScene scene =
      SinkScene.subscribed(
          Serializer.<Integer>withDefaults()
              .bounded(1, Overflow.DROP_NEWEST)
              .answerOn(Runnable::run));

  @Test
  void emitsAtEachSubscriptionAndWaits() {
    Mono<EmitOutcome> emission = ReactorSerializer.emit(scene.sink, 1);
    assertEquals(0, scene.sink.backlog());
    emission.subscribe(outcomes::add);
    assertEquals(List.of(EmitOutcome.QUEUED), outcomes);
    emission.subscribe(outcomes::add);
    assertEquals(1, outcomes.size());
    scene.request(1);
    assertEquals(List.of(EmitOutcome.QUEUED, EmitOutcome.QUEUED), outcomes);
    scene.request(9);
    assertEquals(List.of(1, 1), scene.delivered());
  }

  @Test
  void withdrawsAnItemThatWaits() {
    scene.sink.tryEmit(1);
    ReactorSerializer.emit(scene.sink, 2).subscribe(outcomes::add).dispose();
    assertEquals(List.of(), outcomes);
    scene.request(9);
    assertEquals(List.of(1), scene.delivered());
    scene.downstream.subscription().cancel();
    ReactorSerializer.emit(scene.sink, 3).subscribe(outcomes::add);
    assertEquals(List.of(EmitOutcome.CANCELLED), outcomes);
  }
}
