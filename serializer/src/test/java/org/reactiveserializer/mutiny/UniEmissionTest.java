package org.reactiveserializer.mutiny;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.SinkScene;

/** An emission that waits for room, as a {@code Uni}. */
class UniEmissionTest {
  private final List<EmitOutcome> outcomes = new ArrayList<>();
  private final SinkScene scene =
      SinkScene.subscribed(
          Serializer.<Integer>withDefaults()
              .bounded(1, Overflow.DROP_NEWEST)
              .answerOn(Runnable::run));

  @Test
  void emitsAtEachSubscriptionAndWaits() {
    Uni<EmitOutcome> emission = MutinySerializer.emit(scene.sink, 1);
    assertEquals(0, scene.sink.backlog());
    emission.subscribe().with(outcomes::add);
    assertEquals(List.of(EmitOutcome.QUEUED), outcomes);
    emission.subscribe().with(outcomes::add);
    assertEquals(1, outcomes.size());
    scene.request(1);
    assertEquals(List.of(EmitOutcome.QUEUED, EmitOutcome.QUEUED), outcomes);
    scene.request(9);
    assertEquals(List.of(1, 1), scene.delivered());
  }

  @Test
  void withdrawsAnItemThatWaits() {
    scene.sink.tryEmit(1);
    MutinySerializer.emit(scene.sink, 2).subscribe().with(outcomes::add).cancel();
    assertEquals(List.of(), outcomes);
    scene.request(9);
    assertEquals(List.of(1), scene.delivered());
    scene.downstream.subscription().cancel();
    MutinySerializer.emit(scene.sink, 3).subscribe().with(outcomes::add);
    assertEquals(List.of(EmitOutcome.CANCELLED), outcomes);
  }
}
