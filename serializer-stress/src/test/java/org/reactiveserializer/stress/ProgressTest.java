package org.reactiveserializer.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.stress.support.GuardProbe;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Scene;

/**
 * No thread waits for another one: neither for a producer that stops in the middle of a call, nor
 * for a virtual one.
 */
class ProgressTest {
  private static final int PRODUCERS = 64;
  private static final int ITEMS = 200;

  @Test
  void moreVirtualProducersThanCarriersWithABlockingDownstream() {
    ExecutorService elsewhere = Executors.newSingleThreadExecutor();
    try {
      AtomicInteger count = new AtomicInteger();
      GuardProbe probe =
          new GuardProbe(
              PRODUCERS * ITEMS,
              item -> {
                if (count.getAndIncrement() % 97 == 0) {
                  CountDownLatch visited = new CountDownLatch(1);
                  elsewhere.execute(visited::countDown);
                  Threads.await(visited);
                }
              });
      Scene scene = Scene.of(ErrorMode.IMMEDIATE, probe);
      List<Item> sent = new ArrayList<>();
      List<Threads.Task> producers = new ArrayList<>();
      for (int p = 0; p < PRODUCERS; p++) {
        Item[] items = new Item[ITEMS];
        for (int i = 0; i < ITEMS; i++) {
          items[i] = new Item(p, i);
          sent.add(items[i]);
        }
        producers.add(
            Threads.start(
                true,
                () -> {
                  for (Item item : items) {
                    scene.next(item);
                  }
                }));
      }
      producers.forEach(Threads.Task::join);

      assertEquals(PRODUCERS * ITEMS, probe.delivered());
      Audit audit = new Audit(scene);
      audit.ofItems(sent);
      audit.close();
    } finally {
      elsewhere.shutdown();
    }
  }

  @Test
  void theInterruptFlagSurvivesTheFastPathAndTheHandOver() {
    CountDownLatch emitting = new CountDownLatch(1);
    CountDownLatch handedOver = new CountDownLatch(1);
    PlainProbe probe =
        new PlainProbe(
            2,
            item -> {
              if (item.isOf(0)) {
                emitting.countDown();
                Threads.await(handedOver);
              }
            });
    Scene scene = Scene.of(ErrorMode.IMMEDIATE, probe);
    Threads.Task fast = Threads.start(true, () -> emitInterrupted(scene, new Item(0, 1)));
    Threads.await(emitting);
    Threads.Task handing = Threads.start(true, () -> emitInterrupted(scene, new Item(1, 1)));
    handing.join();
    handedOver.countDown();
    fast.join();
    assertEquals(2, probe.delivered());
  }

  private static void emitInterrupted(Scene scene, Item item) {
    Thread.currentThread().interrupt();
    scene.next(item);
    assertTrue(Thread.currentThread().isInterrupted());
  }
}
