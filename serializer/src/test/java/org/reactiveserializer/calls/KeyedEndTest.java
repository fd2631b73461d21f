package org.reactiveserializer.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.EmitOutcome;

/** How a keyed sink ends. */
class KeyedEndTest {
  @Test
  void whatWasAcceptedIsHandledBeforeTheEnd() {
    KeyedScene scene = KeyedScene.withDefaults();
    scene.sink.tryEmit("a1");
    scene.sink.tryEmit("b1");
    CompletableFuture<Void> done = scene.sink.close().toCompletableFuture();
    assertTrue(scene.sink.isTerminated());
    assertEquals(EmitOutcome.TERMINATED, scene.sink.tryEmit("a2"));
    assertEquals(EmitOutcome.TERMINATED, scene.sink.tryEmit("c1"));
    scene.sink.emitOrDiscard("d1");
    assertEquals(List.of("d1"), scene.discarded);
    scene.tasks.runOne();
    assertEquals(List.of("a1", "b1"), scene.handled);
    assertTrue(done.isDone());
    assertTrue(scene.sink.close().toCompletableFuture().isDone());
    assertEquals(2, scene.sink.stats().refused(EmitOutcome.TERMINATED));
    assertEquals(1, scene.sink.stats().discarded());
  }

  @Test
  void withoutItemsTheEndIsThereAtOnce() {
    KeyedScene scene = KeyedScene.withDefaults();
    assertTrue(scene.sink.close().toCompletableFuture().isDone());
  }

  @Test
  void theEndWaitsForTheHandler() {
    KeyedScene scene = KeyedScene.withDefaults();
    scene.onItem(
        (key, item) -> {
          assertFalse(scene.sink.close().toCompletableFuture().isDone());
          assertEquals(EmitOutcome.TERMINATED, scene.sink.tryEmit("a2"));
        });
    scene.sink.tryEmit("a1");
    scene.tasks.runAll();
    assertEquals(List.of(), scene.failed);
    assertTrue(scene.sink.close().toCompletableFuture().isDone());
  }

  /** Also the items of tasks that the executor has dropped. */
  @Test
  void anAbandonedSinkDiscardsWhatWaits() {
    KeyedScene scene = KeyedScene.withDefaults();
    for (String item : List.of("a1", "a2", "b1")) {
      scene.sink.tryEmit(item);
    }
    scene.tasks.drop();
    CompletableFuture<Void> done = scene.sink.abandon().toCompletableFuture();
    assertEquals(3, scene.discarded.size());
    assertTrue(done.isDone());
    assertEquals(3, scene.sink.stats().discarded());
    assertEquals(0, scene.sink.stats().queued());
    assertEquals(EmitOutcome.TERMINATED, scene.sink.tryEmit("a3"));
  }

  @Test
  void aTaskThatServesAKeyDiscardsItsItems() {
    KeyedScene scene = KeyedScene.withDefaults();
    scene.onItem(
        (key, item) -> {
          scene.sink.abandon();
          assertEquals(List.of("b1"), scene.discarded, "others at once");
        });
    for (String item : List.of("a1", "a2", "b1")) {
      scene.sink.tryEmit(item);
    }
    scene.tasks.runAll();
    assertEquals(List.of(), scene.failed);
    assertEquals(List.of("a1"), scene.handled);
    assertEquals(List.of("b1", "a2"), scene.discarded);
    assertTrue(scene.sink.close().toCompletableFuture().isDone());
  }

  @Test
  void whatTheDiscardHookThrowsStopsNothing() {
    KeyedScene scene =
        new KeyedScene(
            settings ->
                settings.onDiscard(
                    item -> {
                      throw new IllegalStateException(item);
                    }));
    scene.sink.tryEmit("a1");
    scene.sink.tryEmit("a2");
    assertTrue(scene.sink.abandon().toCompletableFuture().isDone());
    assertEquals(List.of("a1", "a2"), scene.dropped.stream().map(Throwable::getMessage).toList());
  }

  @Test
  void theEndIsToldHereIfTheExecutorOfAnswersThrows() {
    KeyedScene scene =
        new KeyedScene(
            settings ->
                settings.answerOn(
                    task -> {
                      throw new IllegalStateException("closed");
                    }));
    assertTrue(scene.sink.close().toCompletableFuture().isDone());
  }
}
