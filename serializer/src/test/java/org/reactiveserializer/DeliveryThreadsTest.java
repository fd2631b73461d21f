package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.support.SinkScene;
import org.reactiveserializer.testing.Elsewhere;
import org.reactiveserializer.testing.Program;
import reactor.core.publisher.Flux;

/** {@code deliverOn} without an executor: there is always a thread that delivers. */
class DeliveryThreadsTest {
  private static final Serializer<Integer> SETTINGS =
      Serializer.withDefaults().bounded(4, Overflow.ERROR).deliverOn();

  /** As many tasks of the common pool as it has threads wait for room: none of them delivers. */
  @Test
  void producersMayOccupyTheCommonPool() {
    int producers = ForkJoinPool.getCommonPoolParallelism() + 1;
    SerialSink<Integer> sink = SETTINGS.sink();
    var all = Flux.from(sink).take(producers * 1_000L).collectList().toFuture();
    List<?> tasks =
        IntStream.range(0, producers)
            .mapToObj(
                task ->
                    ForkJoinPool.commonPool()
                        .submit(
                            () -> {
                              for (int i = 0; i < 1_000; i++) {
                                sink.emit(i, Duration.ofDays(1));
                              }
                            }))
            .toList();
    assertEquals(producers * 1_000, all.join().size());
    assertEquals(producers, tasks.size());
  }

  @Test
  void aStreamThatBlocksHoldsUpNoOther() throws InterruptedException {
    CountDownLatch blocked = new CountDownLatch(1);
    CountDownLatch delivered = new CountDownLatch(1);
    int streams = ForkJoinPool.getCommonPoolParallelism() + 2;
    for (int i = 0; i < streams; i++) {
      SinkScene scene = flowing();
      scene.downstream.on(1, () -> await(blocked));
      scene.sink.tryEmit(1);
    }
    SinkScene scene = flowing();
    scene.downstream.on(
        1,
        () -> {
          assertTrue(Thread.currentThread().isDaemon());
          delivered.countDown();
        });
    scene.sink.tryEmit(1);
    assertTrue(delivered.await(1, TimeUnit.MINUTES));
    assertNotSame(Thread.currentThread(), scene.downstream.deliverer());
    blocked.countDown();
  }

  /** Its own thread ends before the first item is delivered. */
  @Test
  void aMainThatReturnsLosesNothing() throws Exception {
    assertEquals("0 1 2 3 4 ", Program.run(Returning.class));
  }

  static final class Returning {
    public static void main(String[] args) {
      SerialSink<Integer> sink = SETTINGS.bounded(8, Overflow.ERROR).sink();
      Flux.from(sink)
          .subscribe(
              item -> {
                Elsewhere.pause(50);
                System.out.print(item + " ");
              });
      List.of(0, 1, 2, 3, 4).forEach(sink::tryEmit);
    }
  }

  private static SinkScene flowing() {
    SinkScene scene = SinkScene.bare(SETTINGS);
    scene.downstream.onSubscribe(subscription -> subscription.request(Long.MAX_VALUE));
    return scene.subscribe();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
