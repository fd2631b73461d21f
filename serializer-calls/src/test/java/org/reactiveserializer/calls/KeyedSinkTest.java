package org.reactiveserializer.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.logging.LogRecord;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.testing.Log;

/** What a keyed sink does with items: order, bounds, failures, executors. */
class KeyedSinkTest {
  @Test
  void aHandlerMayTakeAllThatWaitsForItsKey() {
    List<String> handled = new ArrayList<>();
    List<String> failed = new ArrayList<>();
    Tasks tasks = new Tasks();
    KeyedSink<Character, String> sink =
        KeyedSerializer.<Character, String>by(text -> text.charAt(0))
            .on(tasks)
            .onError((key, item, error) -> failed.add(item + error.getMessage()))
            .handleBatch(
                3,
                (key, items) -> {
                  handled.add(key + String.join("", items));
                  if (key == 'b') {
                    throw new IllegalStateException("!");
                  }
                });
    List.of("a1", "a2", "b1", "a3", "b2", "a4").forEach(sink::tryEmit);
    tasks.runAll();
    assertEquals(List.of("aa1a2a3", "aa4", "bb1b2"), handled);
    assertEquals(List.of("b1!", "b2!"), failed);
    assertEquals(6, sink.stats().delivered());
    assertEquals(2, sink.stats().failed());
    assertEquals(0, sink.stats().queued());
  }

  @Test
  void withoutAHookTheFirstLossIsReported() {
    List<Throwable> reported = new ArrayList<>();
    KeyedSink<Character, String> sink =
        KeyedSerializer.<Character, String>by(text -> text.charAt(0))
            .on(new Tasks())
            .bounded(1, 2)
            .named("orders")
            .onErrorDropped(reported::add)
            .handle((key, item) -> {});
    List.of("a1", "a2", "a3").forEach(sink::emitOrDiscard);
    assertEquals(1, reported.size());
    assertTrue(reported.get(0).toString().contains("orders discards items"));
  }

  @Test
  void anItemThatItsCallerWithdrawsIsCounted() {
    KeyedScene scene = new KeyedScene(settings -> settings.bounded(1, 1));
    scene.sink.tryEmit("a1");
    scene.sink.emitAsync("a2").toCompletableFuture().cancel(true);
    var stage = scene.sink.emitAsync("a3").toCompletableFuture();
    assertThrows(UnsupportedOperationException.class, () -> stage.obtrudeValue(EmitOutcome.QUEUED));
    stage.completeAsync(() -> EmitOutcome.OVERFLOW, Runnable::run);
    assertEquals(2, scene.sink.stats().refused(EmitOutcome.WITHDRAWN));
    assertEquals(2, scene.sink.stats().refused());
    scene.tasks.runAll();
    assertEquals(List.of("a1"), scene.handled);
  }

  @Test
  void itemsOfAKeyAreHandledInOrder() {
    KeyedScene scene = KeyedScene.withDefaults();
    for (String item : List.of("a1", "b1", "a2", "b2", "a3")) {
      assertEquals(EmitOutcome.QUEUED, scene.sink.tryEmit(item));
    }
    assertEquals(List.of(), scene.handled, "a producer handles nothing");
    assertEquals(2, scene.sink.stats().keys());
    assertEquals(5, scene.sink.stats().queued());
    scene.tasks.runAll();
    assertEquals(List.of("a1", "a2", "a3", "b1", "b2"), scene.handled);
    assertEquals(0, scene.sink.stats().keys(), "an idle key costs nothing");
    assertEquals(0, scene.sink.stats().queued());
    assertEquals(5, scene.sink.stats().highWater());
    assertEquals(5, scene.sink.stats().delivered());
  }

  @Test
  void aKeyThatWasIdleBeginsAgain() {
    KeyedScene scene = KeyedScene.withDefaults();
    for (String item : List.of("a1", "a2", "a3")) {
      scene.sink.tryEmit(item);
      scene.tasks.runAll();
    }
    assertEquals(List.of("a1", "a2", "a3"), scene.handled);
  }

  @Test
  void oneTaskWaitsHoweverManyKeysAreReady() {
    KeyedScene scene = KeyedScene.withDefaults();
    IntStream.range(0, 1_000).forEach(i -> scene.sink.tryEmit((char) ('A' + i) + ""));
    assertEquals(1_000, scene.sink.stats().keys());
    scene.tasks.runAll();
    assertEquals(1_000, scene.handled.size());
    assertEquals(1, scene.tasks.most());
  }

  @Test
  void aTaskThatServesAKeyLeavesTheOthersToTheNextTask() {
    KeyedScene scene = KeyedScene.withDefaults();
    scene.onItem(
        (key, item) -> {
          if (item.equals("a1")) {
            assertEquals(
                1, scene.tasks.size(), "the next task is there before the handler is called");
            scene.tasks.runAll(); // as another thread would, while this one is slow
            assertEquals(List.of("a1", "b1", "c1"), scene.handled);
            scene.sink.tryEmit("d1");
            scene.tasks.runAll();
          }
        });
    for (String item : List.of("a1", "a2", "b1", "c1")) {
      scene.sink.tryEmit(item);
    }
    scene.tasks.runOne();
    assertEquals(List.of("a1", "b1", "c1", "d1", "a2"), scene.handled);
    assertEquals(List.of(), scene.failed);
  }

  @Test
  void aHandlerMayEmit() {
    KeyedScene scene = KeyedScene.withDefaults();
    scene.onItem(
        (key, item) -> {
          if (item.equals("a1")) {
            assertEquals(EmitOutcome.QUEUED, scene.sink.tryEmit("a3"));
            assertEquals(EmitOutcome.QUEUED, scene.sink.tryEmit("b1"));
            assertEquals(List.of("a1"), scene.handled);
          }
        });
    scene.sink.tryEmit("a1");
    scene.sink.tryEmit("a2");
    scene.tasks.runAll();
    assertEquals(List.of("a1", "a2", "a3", "b1"), scene.handled);
    assertEquals(List.of(), scene.failed);
  }

  @Test
  void noMoreItemsOfAKeyWaitThanItsBound() {
    KeyedScene scene = new KeyedScene(settings -> settings.bounded(2, 100));
    scene.onItem(
        (key, item) -> {
          if (item.equals("a1")) {
            assertEquals(EmitOutcome.QUEUED, scene.sink.tryEmit("a4"), "a1 does not wait");
            assertEquals(EmitOutcome.OVERFLOW, scene.sink.tryEmit("a5"));
          }
        });
    assertEquals(EmitOutcome.QUEUED, scene.sink.tryEmit("a1"));
    assertEquals(EmitOutcome.QUEUED, scene.sink.tryEmit("a2"));
    assertEquals(EmitOutcome.OVERFLOW, scene.sink.tryEmit("a3"));
    assertEquals(EmitOutcome.QUEUED, scene.sink.tryEmit("b1"), "another key has room");
    scene.tasks.runAll();
    assertEquals(List.of("a1", "a2", "a4", "b1"), scene.handled);
    assertEquals(List.of(), scene.failed);
    assertEquals(2, scene.sink.stats().refused(EmitOutcome.OVERFLOW));
    assertEquals(2, scene.sink.stats().refused());
    assertEquals(0, scene.sink.stats().queued());
  }

  @Test
  void noMoreItemsWaitThanTheBoundForAll() {
    KeyedScene scene = new KeyedScene(settings -> settings.bounded(2, 3));
    for (String item : List.of("a1", "b1", "a2")) {
      assertEquals(EmitOutcome.QUEUED, scene.sink.tryEmit(item));
    }
    assertEquals(EmitOutcome.OVERFLOW, scene.sink.tryEmit("b2"));
    assertEquals(EmitOutcome.OVERFLOW, scene.sink.tryEmit("c1"));
    assertEquals(2, scene.sink.stats().keys(), "a refused item leaves no key behind");
    scene.tasks.runAll();
    assertEquals(EmitOutcome.QUEUED, scene.sink.tryEmit("c1"));
    assertEquals(3, scene.sink.stats().highWater());
  }

  @Test
  void aHandlerThatThrowsStopsNeitherItsKeyNorOthers() {
    KeyedScene scene = KeyedScene.withDefaults();
    scene.onItem(
        (key, item) -> {
          if (item.endsWith("1")) {
            throw new Exception("no " + item);
          }
        });
    for (String item : List.of("a1", "b1", "a2", "b2")) {
      scene.sink.tryEmit(item);
    }
    scene.tasks.runAll();
    assertEquals(List.of("a1", "a2", "b1", "b2"), scene.handled);
    assertEquals(List.of("a1: no a1", "b1: no b1"), scene.failed);
    assertEquals(2, scene.sink.stats().failed());
    assertEquals(4, scene.sink.stats().delivered());
  }

  @Test
  void failuresAreLoggedWithTheKeyAndTheName() {
    KeyedSink<Character, String> sink =
        KeyedSerializer.<Character, String>by(text -> text.charAt(0))
            .on(Runnable::run)
            .named("orders")
            .handle(
                (key, item) -> {
                  throw new IllegalStateException("no");
                });
    List<LogRecord> logged = Log.during(() -> sink.tryEmit("x"));
    assertEquals(1, logged.size());
    String message = logged.get(0).getMessage();
    assertTrue(message.contains("key x") && message.contains("orders"), message);
    assertEquals("KeyedSink[orders]", sink.toString());
  }

  @Test
  void whatTheHookOfFailuresThrowsStopsNothing() {
    KeyedScene scene =
        new KeyedScene(
            settings ->
                settings.onError(
                    (key, item, error) -> {
                      throw new IllegalStateException("the hook");
                    }));
    scene.onItem(
        (key, item) -> {
          throw new Exception("the handler");
        });
    scene.sink.tryEmit("a1");
    scene.sink.tryEmit("a2");
    List<String> uncaught = new ArrayList<>();
    Thread.UncaughtExceptionHandler before = Thread.currentThread().getUncaughtExceptionHandler();
    Thread.currentThread()
        .setUncaughtExceptionHandler((thread, thrown) -> uncaught.add(thrown.getMessage()));
    try {
      scene.tasks.runAll();
    } finally {
      Thread.currentThread().setUncaughtExceptionHandler(before);
    }
    assertEquals(List.of("a1", "a2"), scene.handled);
    assertEquals(List.of("the hook", "the handler", "the hook", "the handler"), uncaught);
  }

  @Test
  void theCallerKeepsAnItemWithoutAKey() {
    KeyedSink<String, String> sink =
        KeyedSerializer.<String, String>by(
                text -> {
                  if (text.isEmpty()) {
                    throw new IllegalArgumentException("no key");
                  }
                  return text.equals("null") ? nothing() : text;
                })
            .handle((key, item) -> {});
    assertThrows(IllegalArgumentException.class, () -> sink.tryEmit(""));
    assertThrows(NullPointerException.class, () -> sink.tryEmit("null"));
    assertThrows(NullPointerException.class, () -> sink.tryEmit(nothing()));
    assertEquals(0, sink.stats().keys() + sink.stats().queued());
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // on purpose
  private static <X> X nothing() {
    return null;
  }

  @Test
  void aKeyThatThrowsLeavesNothingBehind() {
    record Odd(boolean throwsOnEquals) {
      @Override
      public boolean equals(Object other) {
        if (throwsOnEquals) {
          throw new IllegalStateException("equals");
        }
        return this == other;
      }

      @Override
      public int hashCode() {
        return 1;
      }
    }
    Tasks tasks = new Tasks();
    KeyedSink<Odd, Odd> sink =
        KeyedSerializer.<Odd, Odd>by(odd -> odd).on(tasks).handle((key, item) -> {});
    sink.tryEmit(new Odd(false));
    assertThrows(IllegalStateException.class, () -> sink.tryEmit(new Odd(true)));
    assertEquals(1, sink.stats().keys());
    assertEquals(1, sink.stats().queued());
    tasks.runAll();
    assertEquals(0, sink.stats().keys());
  }

  @Test
  void theCallerHandlesIfTheExecutorThrows() {
    List<String> handled = new ArrayList<>();
    List<Throwable> dropped = new ArrayList<>();
    KeyedSink<Character, String> sink =
        KeyedSerializer.<Character, String>by(text -> text.charAt(0))
            .on(
                task -> {
                  throw new RejectedExecutionException("full");
                })
            .onErrorDropped(dropped::add)
            .handle((key, item) -> handled.add(item));
    assertEquals(EmitOutcome.QUEUED, sink.tryEmit("a1"));
    assertEquals(EmitOutcome.QUEUED, sink.tryEmit("b1"));
    assertEquals(List.of("a1", "b1"), handled);
    assertEquals(2, dropped.size());
  }

  /** Each handler emits for another key: with an executor that runs tasks at once, none nests. */
  @Test
  void theStackDoesNotGrowIfTheExecutorRunsTasksAtOnce() {
    int length = 100_000;
    int[] depth = new int[2];
    List<KeyedSink<Integer, Integer>> self = new ArrayList<>();
    KeyedSink<Integer, Integer> sink =
        KeyedSerializer.<Integer, Integer>by(number -> number)
            .on(Runnable::run)
            .handle(
                (key, item) -> {
                  depth[0]++;
                  depth[1] = Math.max(depth[1], depth[0]);
                  if (item < length) {
                    self.get(0).tryEmit(item + 1);
                  }
                  depth[0]--;
                });
    self.add(sink);
    sink.tryEmit(0);
    assertEquals(length + 1, sink.stats().delivered());
    assertEquals(1, depth[1]);
  }

  @Test
  void aSlowKeyHoldsUpNoOther() throws InterruptedException {
    int keys = 10_000;
    ExecutorService threads = Executors.newFixedThreadPool(2);
    CountDownLatch slow = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch others = new CountDownLatch(keys);
    KeyedSink<Integer, Integer> sink =
        KeyedSerializer.<Integer, Integer>by(number -> number)
            .on(threads)
            .handle(
                (key, item) -> {
                  if (key == 0) {
                    slow.countDown();
                    release.await();
                  } else {
                    others.countDown();
                  }
                });
    IntStream.rangeClosed(0, keys).forEach(sink::tryEmit);
    slow.await();
    others.await();
    assertEquals(keys, sink.stats().delivered() - 1);
    release.countDown();
    sink.close().toCompletableFuture().join();
    threads.shutdown();
  }

  /** A groupBy whose groups are merged hangs when it has more groups than the merge has room for. */
  @Test
  void asManyKeysAsOneLikesBlockAtTheSameTime() throws InterruptedException {
    int keys = 300;
    ExecutorService threads = Executors.newCachedThreadPool();
    CountDownLatch all = new CountDownLatch(keys);
    KeyedSink<Integer, Integer> sink =
        KeyedSerializer.<Integer, Integer>by(number -> number)
            .on(threads)
            .handle(
                (key, item) -> {
                  all.countDown();
                  all.await();
                });
    IntStream.range(0, keys).forEach(sink::tryEmit);
    all.await();
    sink.close().toCompletableFuture().join();
    threads.shutdown();
  }

  @Test
  void concurrencyLimitsHowManyKeysAreServed() {
    KeyedScene scene = new KeyedScene(settings -> settings.concurrency(1));
    scene.onItem((key, item) -> assertEquals(0, scene.tasks.size()));
    for (String item : List.of("a1", "b1", "c1")) {
      scene.sink.tryEmit(item);
    }
    scene.tasks.runAll();
    assertEquals(List.of("a1", "b1", "c1"), scene.handled);
    assertEquals(List.of(), scene.failed);
  }

  @Test
  void theLibrarysOwnThreadsAreTheDefault() {
    CountDownLatch handled = new CountDownLatch(2);
    KeyedSink<Integer, Integer> sink =
        KeyedSerializer.<Integer, Integer>by(number -> number)
            .handle(
                (key, item) -> {
                  handled.countDown();
                  handled.await(); // so both run at the same time
                });
    sink.tryEmit(1);
    sink.tryEmit(2);
    sink.close().toCompletableFuture().join();
    assertEquals(0, handled.getCount());
  }

  @Test
  void settingsAreCheckedAndDoNotChange() {
    KeyedSerializer<Integer, Integer> settings = KeyedSerializer.by(number -> number);
    assertThrows(IllegalArgumentException.class, () -> settings.bounded(0, 1));
    assertThrows(IllegalArgumentException.class, () -> settings.bounded(1, 0));
    assertThrows(IllegalArgumentException.class, () -> settings.concurrency(0));
    KeyedSerializer<Integer, Integer> bounded = settings.on(task -> {}).bounded(1, 1);
    KeyedSink<Integer, Integer> free = settings.on(task -> {}).handle((key, item) -> {});
    KeyedSink<Integer, Integer> full = bounded.handle((key, item) -> {});
    for (int number = 1; number <= 2; number++) {
      assertEquals(EmitOutcome.QUEUED, free.tryEmit(number));
      assertEquals(number == 1 ? EmitOutcome.QUEUED : EmitOutcome.OVERFLOW, full.tryEmit(number));
    }
  }

  /** All in one bin of the map, which compares them once there are many. */
  private record Awkward(int number) implements Comparable<Awkward> {
    @Override
    public int hashCode() {
      return 1;
    }

    @Override
    public int compareTo(Awkward other) {
      throw new IllegalStateException("not to be compared");
    }
  }

  @Test
  void aKeyThatThrowsAfterItWasInsertedIsServed() {
    List<Integer> handled = new ArrayList<>();
    List<Throwable> dropped = new ArrayList<>();
    List<Runnable> tasks = new ArrayList<>();
    KeyedSink<Awkward, Integer> sink =
        KeyedSerializer.<Awkward, Integer>by(Awkward::new)
            .on(tasks::add)
            .answerOn(Runnable::run)
            .onErrorDropped(dropped::add)
            .handle((key, item) -> handled.add(item));
    int accepted = 0;
    for (int i = 0; i < 100; i++) {
      try {
        accepted += sink.tryEmit(i).isAccepted() ? 1 : 0;
      } catch (IllegalStateException notInserted) {
        // the caller keeps the item
      }
    }
    CompletableFuture<Void> done = sink.close().toCompletableFuture();
    for (int i = 0; i < tasks.size(); i++) {
      tasks.get(i).run();
    }
    assertTrue(accepted > 8, "some are accepted");
    assertEquals(accepted, handled.size());
    assertFalse(dropped.isEmpty());
    assertTrue(done.isDone());
    assertEquals(0, sink.stats().keys());
  }
}
