package org.reactiveserializer.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.EmitOutcome;

/** Handlers that return stages. */
class KeyedStageTest {
  private final List<CompletableFuture<String>> stages = new ArrayList<>();

  private KeyedScene scene() {
    return new KeyedScene(
        (key, item) -> {
          stages.add(new CompletableFuture<>());
          return stages.get(stages.size() - 1);
        });
  }

  @Test
  void theNextItemOfAKeyWaitsForTheStageAndOthersDoNot() {
    KeyedScene scene = scene();
    for (String item : List.of("a1", "a2", "b1")) {
      scene.sink.tryEmit(item);
    }
    scene.tasks.runAll();
    assertEquals(List.of("a1", "b1"), scene.handled);
    assertEquals(0, scene.tasks.size(), "no thread waits");
    assertEquals(EmitOutcome.QUEUED, scene.sink.tryEmit("a3"));
    assertEquals(0, scene.tasks.size());
    stages.get(0).complete("done");
    assertEquals(List.of("a1", "b1"), scene.handled, "who completes a stage handles nothing");
    scene.tasks.runAll();
    assertEquals(List.of("a1", "b1", "a2"), scene.handled);
    stages.get(2).complete("done");
    scene.tasks.runAll();
    stages.get(1).complete("done");
    stages.get(3).complete("done");
    scene.tasks.runAll();
    assertEquals(List.of("a1", "b1", "a2", "a3"), scene.handled);
    assertEquals(0, scene.sink.stats().keys());
  }

  @Test
  void stagesCountForAConcurrencyThatIsSet() {
    List<String> handled = new ArrayList<>();
    Tasks tasks = new Tasks();
    KeyedSink<Character, String> sink =
        KeyedSerializer.<Character, String>by(text -> text.charAt(0))
            .on(tasks)
            .concurrency(2)
            .answerOn(Runnable::run)
            .handleAsync(
                (key, item) -> {
                  handled.add(item);
                  stages.add(new CompletableFuture<>());
                  return stages.get(stages.size() - 1);
                });
    List.of("a", "b", "c", "d").forEach(sink::tryEmit);
    tasks.runAll();
    assertEquals(List.of("a", "b"), handled);
    assertEquals(0, tasks.size());
    stages.get(1).complete("done");
    tasks.runAll();
    assertEquals(List.of("a", "b", "c"), handled);
    stages.get(0).completeExceptionally(new IllegalStateException("counts no more, too"));
    tasks.runAll();
    assertEquals(List.of("a", "b", "c", "d"), handled);
    sink.abandon(); // takes the mailboxes from the stages
    stages.forEach(stage -> stage.complete("done"));
    assertEquals(0, sink.stats().keys());
  }

  @Test
  void aStageThatFailsIsReportedAndTheNextItemFollows() {
    KeyedScene scene = scene();
    scene.sink.tryEmit("a1");
    scene.sink.tryEmit("a2");
    scene.tasks.runAll();
    stages.get(0).completeExceptionally(new IllegalStateException("no"));
    scene.tasks.runAll();
    assertEquals(List.of("a1: no"), scene.failed);
    assertEquals(List.of("a1", "a2"), scene.handled);
  }

  @Test
  void aStageThatHasFailedBeforeIsReportedWithoutItsWrapper() {
    KeyedScene scene =
        new KeyedScene(
            (key, item) ->
                CompletableFuture.runAsync(
                    () -> {
                      throw new IllegalStateException("no");
                    },
                    Runnable::run));
    scene.sink.tryEmit("a1");
    scene.sink.tryEmit("a2");
    scene.tasks.runAll();
    assertEquals(List.of("a1: no", "a2: no"), scene.failed);
  }

  @Test
  void aHandlerThatThrowsOrReturnsNothingStopsNothing() {
    KeyedScene scene =
        new KeyedScene(
            (key, item) -> {
              if (item.equals("a1")) {
                throw new Exception("thrown");
              }
              return nothing();
            });
    scene.sink.tryEmit("a1");
    scene.sink.tryEmit("a2");
    scene.tasks.runAll();
    assertEquals(
        List.of("a1: thrown", "a2: the handler returned null in place of a stage"), scene.failed);
    assertEquals(0, scene.sink.stats().keys());
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // on purpose
  private static <X> X nothing() {
    return null;
  }

  @Test
  void aStageThatRefusesACallbackStopsNothing() {
    class Odd extends CompletableFuture<String> {
      @Override
      public CompletableFuture<String> whenComplete(
          java.util.function.BiConsumer<? super String, ? super Throwable> action) {
        throw new UnsupportedOperationException("no callbacks");
      }
    }
    KeyedScene scene = new KeyedScene((key, item) -> new Odd());
    scene.sink.tryEmit("a1");
    scene.sink.tryEmit("a2");
    scene.tasks.runAll();
    assertEquals(List.of("a1: no callbacks", "a2: no callbacks"), scene.failed);
  }

  @Test
  void stagesThatAreCompleteDoNotDeepenTheStack() {
    KeyedScene scene = new KeyedScene((key, item) -> CompletableFuture.completedFuture(item));
    IntStream.range(0, 1_000).forEach(i -> scene.sink.tryEmit("a" + i));
    scene.tasks.runAll();
    assertEquals(IntStream.range(0, 1_000).mapToObj(i -> "a" + i).toList(), scene.handled);
  }

  /** It is abandoned after the handler has begun, and before it returns the stage. */
  @Test
  void anAbandonedSinkDoesNotWaitForAStageThatIsToCome() {
    KeyedScene[] scene = new KeyedScene[1];
    scene[0] =
        new KeyedScene(
            (key, item) -> {
              scene[0].sink.abandon();
              return new CompletableFuture<>();
            });
    scene[0].sink.tryEmit("a1");
    scene[0].sink.tryEmit("a2");
    scene[0].tasks.runAll();
    assertEquals(List.of("a2"), scene[0].discarded);
    assertTrue(scene[0].sink.close().toCompletableFuture().isDone());
  }

  @Test
  void anAbandonedSinkDoesNotWaitForAStage() {
    KeyedScene scene = scene();
    scene.sink.tryEmit("a1");
    scene.sink.tryEmit("a2");
    scene.tasks.runAll();
    CompletableFuture<Void> done = scene.sink.abandon().toCompletableFuture();
    assertEquals(List.of("a2"), scene.discarded);
    assertEquals(true, done.isDone());
    stages.get(0).complete("late");
    scene.tasks.runAll();
    assertEquals(List.of("a1"), scene.handled);
  }
}
