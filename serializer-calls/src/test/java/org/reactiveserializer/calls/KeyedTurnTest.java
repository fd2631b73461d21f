package org.reactiveserializer.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long a key waits for its turn while another one is never idle. */
@Timeout(120)
class KeyedTurnTest {
  private static final int BATCH = 256;
  private static final int HOT = 0;
  private static final int OTHER = 1;

  @Test
  void aBusyKeyGivesOthersTheirTurn() {
    KeyedScene scene = KeyedScene.withDefaults();
    IntStream.range(0, 2 * BATCH).forEach(i -> scene.sink.tryEmit("a"));
    scene.sink.tryEmit("b");
    scene.tasks.runOne();
    assertEquals(BATCH, scene.handled.size(), "a task ends after so many items");
    scene.tasks.runOne();
    assertEquals("b", scene.handled.get(BATCH));
    scene.tasks.runAll();
    assertEquals(2 * BATCH + 1, scene.handled.size());
  }

  /** One server, a key that producers and its own handler keep busy, and items of another key from time to time. */
  @Test
  void aKeyThatIsNeverIdleHasOneTurnAtATime() throws InterruptedException {
    ExecutorService server = Executors.newSingleThreadExecutor();
    AtomicLong hot = new AtomicLong();
    AtomicLong atOther = new AtomicLong();
    AtomicBoolean isOver = new AtomicBoolean();
    List<KeyedSink<Integer, CountDownLatch>> self = new ArrayList<>();
    CountDownLatch none = new CountDownLatch(0);
    KeyedSink<Integer, CountDownLatch> sink =
        KeyedSerializer.<Integer, CountDownLatch>by(item -> item == none ? HOT : OTHER)
            .on(server)
            .bounded(1 << 20, 1 << 21)
            .handle(
                (key, item) -> {
                  if (key == HOT) {
                    hot.incrementAndGet();
                    if (!isOver.get() && self.get(0).stats().queued() < 1_000) {
                      self.get(0).tryEmit(item);
                    }
                  } else {
                    atOther.set(hot.get());
                    item.countDown();
                  }
                });
    self.add(sink);
    IntStream.range(0, BATCH).forEach(i -> sink.tryEmit(none));
    List<Thread> producers =
        IntStream.range(0, 2).mapToObj(i -> producer(sink, none, isOver)).toList();
    long most = 0;
    for (int i = 0; i < 500; i++) {
      CountDownLatch handled = new CountDownLatch(1);
      assertTrue(sink.tryEmit(handled).isAccepted());
      long before = hot.get(); // it waits by now
      handled.await();
      most = Math.max(most, atOther.get() - before);
    }
    isOver.set(true);
    for (Thread producer : producers) {
      producer.join();
    }
    sink.close().toCompletableFuture().join();
    server.shutdown();
    assertTrue(most <= BATCH, "items of the other key meanwhile: " + most);
  }

  private static Thread producer(
      KeyedSink<Integer, CountDownLatch> sink, CountDownLatch none, AtomicBoolean isOver) {
    Thread thread =
        new Thread(
            () -> {
              while (!isOver.get()) {
                if (sink.stats().queued() < 10_000) {
                  sink.tryEmit(none);
                } else {
                  Thread.onSpinWait();
                }
              }
            });
    thread.start();
    return thread;
  }
}
