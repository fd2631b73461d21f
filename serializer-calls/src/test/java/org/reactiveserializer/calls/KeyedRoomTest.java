package org.reactiveserializer.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.testing.Elsewhere;

/** Who waits for room. */
class KeyedRoomTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofMillis(1);

  private static KeyedScene full() {
    KeyedScene scene = new KeyedScene(settings -> settings.bounded(1, 2));
    assertEquals(EmitOutcome.QUEUED, scene.sink.tryEmit("a1"));
    return scene;
  }

  private static CompletableFuture<EmitOutcome> async(KeyedScene scene, String item) {
    return scene.sink.emitAsync(item).toCompletableFuture();
  }

  @Test
  void anItemThatWaitsIsHandledInItsTurn() {
    KeyedScene scene = full();
    CompletableFuture<EmitOutcome> second = async(scene, "a2");
    CompletableFuture<EmitOutcome> third = async(scene, "a3");
    assertFalse(second.isDone() || third.isDone());
    assertEquals(1, scene.sink.stats().queued(), "who waits for room takes none");
    scene.tasks.runAll();
    assertEquals(List.of("a1", "a2", "a3"), scene.handled);
    assertEquals(EmitOutcome.QUEUED, second.join());
    assertEquals(EmitOutcome.QUEUED, third.join());
    assertEquals(0, scene.sink.stats().keys());
  }

  @Test
  void ifThereIsRoomTheStageIsComplete() {
    KeyedScene scene = full();
    assertEquals(EmitOutcome.QUEUED, scene.sink.emitAsync("b1").toCompletableFuture().join());
  }

  @Test
  void nobodyOvertakesThoseWhoWait() {
    KeyedScene scene = full();
    CompletableFuture<EmitOutcome> waiting = async(scene, "a2");
    scene.onItem(
        (key, item) -> {
          if (item.equals("a1")) { // there is room now, but a2 has not had its turn
            assertEquals(EmitOutcome.OVERFLOW, scene.sink.tryEmit("a9"));
            assertEquals(EmitOutcome.OVERFLOW, scene.sink.emit("a9", SHORT));
          } else if (item.equals("a2")) {
            assertEquals(EmitOutcome.QUEUED, scene.sink.tryEmit("a3"));
          }
        });
    scene.tasks.runAll();
    assertEquals(List.of("a1", "a2", "a3"), scene.handled);
    assertTrue(waiting.isDone());
    assertEquals(List.of(), scene.failed);
  }

  @Test
  void aKeyWithoutItemsWaitsForRoomForAll() {
    KeyedScene scene = full();
    assertEquals(EmitOutcome.QUEUED, scene.sink.tryEmit("b1"));
    CompletableFuture<EmitOutcome> waiting = async(scene, "c1");
    assertFalse(waiting.isDone());
    assertEquals(3, scene.sink.stats().keys());
    scene.tasks.runAll();
    assertEquals(List.of("a1", "b1", "c1"), scene.handled);
    assertEquals(2, scene.sink.stats().highWater());
  }

  /** The key's first task runs within the call: it must find who waits. */
  @Test
  void aNewKeyIsNotServedBeforeSomebodyWaitsAtIt() {
    CompletableFuture<String> stage = new CompletableFuture<>();
    List<String> begun = new ArrayList<>();
    KeyedSink<Character, String> sink =
        KeyedSerializer.<Character, String>by(text -> text.charAt(0))
            .on(Runnable::run)
            .bounded(1, 1)
            .handleAsync(
                (key, item) -> {
                  begun.add(item);
                  return stage;
                });
    for (String item : List.of("a1", "a2", "b1")) {
      assertEquals(EmitOutcome.QUEUED, sink.emitAsync(item).toCompletableFuture().join(), item);
    }
    assertEquals(List.of("a1", "b1"), begun);
    assertEquals(1, sink.stats().queued());
  }

  @Test
  void aWithdrawnItemIsNotEmitted() {
    KeyedScene scene = full();
    CompletableFuture<EmitOutcome> waiting = async(scene, "a2");
    CompletableFuture<EmitOutcome> next = async(scene, "a3");
    assertTrue(waiting.cancel(false));
    scene.tasks.runAll();
    assertEquals(List.of("a1", "a3"), scene.handled);
    assertFalse(next.cancel(false), "it had its turn");
  }

  @Test
  void aThreadWaitsForItsTurn() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    ExecutorService emitters = Executors.newSingleThreadExecutor();
    CountDownLatch release = new CountDownLatch(1);
    KeyedSink<Character, String> sink =
        KeyedSerializer.<Character, String>by(text -> text.charAt(0))
            .on(threads)
            .bounded(1, 9)
            .handle((key, item) -> release.await());
    for (int accepted = 0; accepted < 2; ) { // one is being handled, one waits
      accepted += sink.tryEmit("a").isAccepted() ? 1 : 0;
    }
    assertEquals(EmitOutcome.OVERFLOW, sink.emit("a", SHORT));
    Elsewhere.run(
        () -> {
          Thread.currentThread().interrupt();
          assertEquals(EmitOutcome.INTERRUPTED, sink.emit("a", LONG));
          assertTrue(Thread.interrupted());
        });
    assertEquals(1, sink.stats().refused(EmitOutcome.INTERRUPTED));
    CompletableFuture<EmitOutcome> behind = sink.emitAsync("a").toCompletableFuture();
    Future<EmitOutcome> other = emitters.submit(() -> sink.emit("a", LONG));
    release.countDown();
    assertEquals(EmitOutcome.QUEUED, other.get());
    assertEquals(EmitOutcome.QUEUED, behind.join());
    sink.close().toCompletableFuture().join();
    assertEquals(4, sink.stats().delivered());
    threads.shutdown();
    emitters.shutdown();
  }

  /** Its turn could never come. The wait would take a minute. */
  @Test
  void aHandlerDoesNotWaitForItsOwnKey() {
    KeyedScene scene = full();
    scene.onItem(
        (key, item) -> {
          scene.sink.tryEmit("a2");
          assertEquals(EmitOutcome.OVERFLOW, scene.sink.emit("a3", Duration.ofDays(1)));
          scene.onItem((k, i) -> {});
        });
    scene.tasks.runAll();
    assertEquals(List.of("a1", "a2"), scene.handled);
    assertEquals(List.of(), scene.failed);
  }

  @Test
  void anEndRefusesThoseWhoWait() {
    KeyedScene scene = full();
    CompletableFuture<EmitOutcome> waiting = async(scene, "a2");
    CompletableFuture<Void> done = scene.sink.close().toCompletableFuture();
    assertEquals(EmitOutcome.TERMINATED, waiting.join());
    assertFalse(done.isDone());
    scene.tasks.runAll();
    assertEquals(List.of("a1"), scene.handled);
    assertTrue(done.isDone());
    assertEquals(EmitOutcome.TERMINATED, async(scene, "a3").join());
    assertEquals(EmitOutcome.TERMINATED, scene.sink.emit("a4", LONG));
    assertEquals(3, scene.sink.stats().refused(EmitOutcome.TERMINATED));
  }

  /** Those who are refused for their own key are not counted for all, not even for a moment. */
  @Test
  void aFullKeyTakesNoRoomFromOthers() throws InterruptedException {
    CompletableFuture<String> never = new CompletableFuture<>();
    KeyedSink<Character, String> sink =
        KeyedSerializer.<Character, String>by(text -> text.charAt(0))
            .on(Runnable::run)
            .bounded(1, 2)
            .handleAsync(
                (key, item) -> key == 'a' ? never : CompletableFuture.completedFuture(item));
    assertTrue(sink.tryEmit("a1").isAccepted() && sink.tryEmit("a2").isAccepted());
    AtomicBoolean isOver = new AtomicBoolean();
    Thread[] refused = new Thread[2];
    for (int i = 0; i < refused.length; i++) {
      refused[i] =
          new Thread(
              () -> {
                while (!isOver.get()) {
                  assertEquals(EmitOutcome.OVERFLOW, sink.tryEmit("a3"));
                }
              });
      refused[i].start();
    }
    int wrong = 0;
    for (int i = 0; i < 200_000; i++) {
      wrong += sink.tryEmit("b").isAccepted() ? 0 : 1;
    }
    isOver.set(true);
    for (Thread thread : refused) {
      thread.join();
    }
    assertEquals(0, wrong);
  }

  /** At most one item of each key waits, and there is room for two: so none of the other key is refused. */
  @Test
  void aBusyKeyTakesNoMoreRoomThanItsBound() throws InterruptedException {
    AtomicInteger handled = new AtomicInteger();
    AtomicBoolean isOver = new AtomicBoolean();
    KeyedSink<Character, String> sink =
        KeyedSerializer.<Character, String>by(text -> text.charAt(0))
            .on(Runnable::run)
            .bounded(1, 2)
            .handle((key, item) -> handled.addAndGet(key == 'b' ? 1 : 0));
    Thread[] busy = new Thread[2];
    for (int i = 0; i < busy.length; i++) {
      busy[i] =
          new Thread(
              () -> {
                while (!isOver.get()) {
                  sink.tryEmit("a");
                }
              });
      busy[i].start();
    }
    int refused = 0;
    for (int i = 0; i < 300_000; i++) {
      int before = handled.get();
      if (sink.tryEmit("b").isAccepted()) {
        while (handled.get() == before) {
          Thread.onSpinWait();
        }
      } else {
        refused++;
      }
    }
    isOver.set(true);
    for (Thread thread : busy) {
      thread.join();
    }
    assertEquals(0, refused);
  }

  @Test
  void whoGivesUpLeavesNothingBehind() {
    KeyedScene scene = full();
    CompletableFuture<EmitOutcome> first = async(scene, "a2");
    WeakReference<String> item = withdrawn(scene);
    while (item.get() != null) {
      System.gc();
    }
    scene.tasks.runAll();
    assertEquals(EmitOutcome.QUEUED, first.join());
    assertEquals(List.of("a1", "a2"), scene.handled);
  }

  /** Not even a part of a list: its key may be stuck for ever. */
  @Test
  void manyWhoGiveUpTakeNoMemory() {
    int many = 200_000;
    KeyedScene scene = full();
    CompletableFuture<EmitOutcome> first = async(scene, "a2");
    giveUp(scene, many / 10); // so that the classes are there
    long before = usedMemory();
    giveUp(scene, many);
    long perItem = (usedMemory() - before) / many;
    assertTrue(perItem < 8, perItem + " bytes of each stay");
    scene.tasks.runAll();
    assertEquals(EmitOutcome.QUEUED, first.join());
    assertEquals(List.of("a1", "a2"), scene.handled);
  }

  private static void giveUp(KeyedScene scene, int many) {
    Duration none = Duration.ofNanos(1);
    for (int i = 0; i < many; i++) {
      if (i % 100 == 0) {
        assertEquals(EmitOutcome.OVERFLOW, scene.sink.emit("a3", none));
      } else {
        assertTrue(async(scene, "a3").cancel(false));
      }
    }
  }

  private static long usedMemory() {
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static WeakReference<String> withdrawn(KeyedScene scene) {
    String item = new String("a3");
    assertTrue(async(scene, item).cancel(false));
    return new WeakReference<>(item);
  }
}
