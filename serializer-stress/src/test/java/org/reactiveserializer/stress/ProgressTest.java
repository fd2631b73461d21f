package org.reactiveserializer.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.drain.Handover;
import org.reactiveserializer.internal.drain.Work;
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
  void aProducerSuspendedWhileHandingOverBlocksNoOtherThread() {
    Suspension suspension = new Suspension();
    Handing play = new Handing(new Suspending(suspension), suspension);

    play.emitter.join();
    assertEquals(1, play.scene.probe().delivered());
    assertEquals(0, play.scene.backlog());
    play.scene.next(new Item(2, 1));
    assertEquals(2, play.scene.probe().delivered());

    suspension.end();
    play.producer.join();
    play.check();
  }

  @Test
  void aHandOverUnderALockBlocksOtherThreads() throws InterruptedException {
    Suspension suspension = new Suspension();
    Handing play = new Handing(new Locking(suspension), suspension);

    assertFalse(play.emitter.endsSoon());

    suspension.end();
    play.emitter.join();
    play.producer.join();
  }

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
      Scene scene = Scene.sound(ErrorMode.IMMEDIATE, probe);
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
    Scene scene = Scene.sound(ErrorMode.IMMEDIATE, probe);
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

  /** One thread delivers an item while another one hands one over and is suspended. */
  private static final class Handing {
    private final List<Item> items = List.of(new Item(0, 1), new Item(1, 1));
    private final Scene scene;
    private final Threads.Task producer;
    private final Threads.Task emitter;

    Handing(DrainState drain, Suspension suspension) {
      CountDownLatch emitting = new CountDownLatch(1);
      PlainProbe probe =
          new PlainProbe(
              3,
              item -> {
                if (item.isOf(0)) {
                  emitting.countDown();
                  suspension.awaitBegin();
                }
              });
      scene = Scene.broken(drain, ErrorMode.IMMEDIATE, probe);
      emitter = Threads.start(false, () -> scene.next(items.get(0)));
      Threads.await(emitting);
      producer = Threads.start(false, () -> scene.next(items.get(1)));
      suspension.awaitBegin();
    }

    void check() {
      assertEquals(3, scene.probe().delivered());
      Audit audit = new Audit(scene);
      audit.ofItems(items);
      audit.close();
    }
  }

  /** Suspends a thread. */
  private static final class Suspension {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);

    void here() {
      begun.countDown();
      Threads.await(ended);
    }

    void awaitBegin() {
      Threads.await(begun);
    }

    void end() {
      ended.countDown();
    }
  }

  /** Suspends a thread that has found an owner and has not handed anything over yet. */
  private static final class Suspending extends DrainState {
    private final Suspension suspension;

    Suspending(Suspension suspension) {
      this.suspension = suspension;
    }

    @Override
    public Handover push(Work work) {
      suspension.here();
      return super.push(work);
    }
  }

  /** Twin: handing over and releasing ownership exclude each other. */
  private static final class Locking extends DrainState {
    private final AtomicBoolean locked = new AtomicBoolean();
    private final Suspension suspension;

    Locking(Suspension suspension) {
      this.suspension = suspension;
    }

    @Override
    public Handover push(Work work) {
      lock();
      suspension.here();
      Handover outcome = super.push(work);
      locked.set(false);
      return outcome;
    }

    @Override
    public boolean tryExit() {
      lock();
      boolean left = super.tryExit();
      locked.set(false);
      return left;
    }

    private void lock() {
      while (!locked.compareAndSet(false, true)) {
        Thread.onSpinWait();
      }
    }
  }
}
