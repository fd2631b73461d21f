package org.reactiveserializer.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.testing.Elsewhere;

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

  @Test
  void aCloseWithALimitSaysHowManyAreNotHandled() throws Exception {
    KeyedScene scene = KeyedScene.withDefaults();
    List.of("a1", "a2", "b1").forEach(scene.sink::tryEmit);
    assertEquals(3, scene.sink.close(Duration.ofMillis(1)).toCompletableFuture().get());
    assertEquals(3, scene.discarded.size());
    scene.tasks.runAll();
    assertEquals(List.of(), scene.handled);
    KeyedScene patient = KeyedScene.withDefaults();
    patient.sink.tryEmit("a1");
    var stage = patient.sink.close(Duration.ofDays(1)).toCompletableFuture();
    patient.tasks.runAll();
    assertEquals(0, stage.get());
    assertEquals(List.of("a1"), patient.handled);
  }

  /** What its owner has taken, too; but not what is emitted later. */
  @Test
  void aKeyIsAbandonedAlone() {
    KeyedScene scene = KeyedScene.withDefaults();
    scene.onItem(
        (key, item) -> {
          if (item.equals("a1")) {
            scene.sink.tryEmit("a4");
            scene.sink.abandon('a');
            assertEquals(List.of("a4"), scene.discarded, "the others were taken");
            scene.sink.tryEmit("a5");
            scene.sink.abandon('a');
            scene.sink.tryEmit("a6");
          }
        });
    List.of("a1", "a2", "a3", "b1").forEach(scene.sink::tryEmit);
    scene.tasks.runAll();
    assertEquals(List.of(), scene.failed);
    assertEquals(List.of("a1", "a6", "b1"), scene.handled);
    assertEquals(List.of("a4", "a5", "a2", "a3"), scene.discarded);
    List.of("a7", "a8").forEach(scene.sink::tryEmit);
    scene.sink.abandon('a');
    scene.sink.abandon('c');
    scene.sink.tryEmit("a9");
    scene.tasks.runAll();
    assertEquals(List.of("a1", "a6", "b1", "a9"), scene.handled);
    assertEquals(0, scene.sink.stats().keys());
    assertEquals(0, scene.sink.stats().queued());
    assertEquals(6, scene.sink.stats().discarded());
  }

  /** The key's turn ends after that: what waits must not need another turn. */
  @Test
  void anAbandonedSinkNeedsNoFurtherTaskForAKeyWhoseTurnEnds() {
    int turn = 256;
    KeyedScene scene = KeyedScene.withDefaults();
    scene.onItem(
        (key, item) -> {
          if (scene.handled.size() == turn) {
            Elsewhere.run(scene.sink::abandon);
          }
        });
    for (int i = 0; i < turn + 44; i++) {
      scene.sink.tryEmit("a");
    }
    scene.tasks.runOne();
    assertEquals(turn, scene.handled.size());
    assertEquals(44, scene.discarded.size());
    assertTrue(scene.sink.close().toCompletableFuture().isDone());
  }

  @Test
  void anAbandonedSinkNeedsNoTaskForAKeyWhoseStageIsBeingReported() {
    CompletableFuture<String> stage = new CompletableFuture<>();
    List<String> discarded = new ArrayList<>();
    List<KeyedSink<Character, String>> self = new ArrayList<>();
    Tasks tasks = new Tasks();
    self.add(
        KeyedSerializer.<Character, String>by(text -> text.charAt(0))
            .on(tasks)
            .answerOn(Runnable::run)
            .onDiscard(discarded::add)
            .onError((key, item, error) -> Elsewhere.run(self.get(0)::abandon))
            .handleAsync((key, item) -> stage));
    self.get(0).tryEmit("a1");
    self.get(0).tryEmit("a2");
    tasks.runAll();
    stage.completeExceptionally(new IllegalStateException("no"));
    assertEquals(0, tasks.size());
    assertEquals(List.of("a2"), discarded);
    assertTrue(self.get(0).close().toCompletableFuture().isDone());
  }
}
