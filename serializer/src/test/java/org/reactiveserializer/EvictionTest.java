package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.testing.Elsewhere;

/** The oldest item gives way at the moment at which the new one has its place, and not before. */
@Timeout(60)
class EvictionTest {
  private static final int CAPACITY = 2;

  private final List<Integer> discarded = new ArrayList<>();
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();

  /** The end cannot come between the eviction and the item for which it makes room. */
  @Test
  void aHookThatEndsTheStreamDoesNotRefuseTheNewItem() {
    AtomicReference<@Nullable SerialSink<Integer>> self = new AtomicReference<>();
    SerialSink<Integer> sink =
        Serializer.<Integer>withDefaults()
            .bounded(CAPACITY, Overflow.DROP_OLDEST)
            .onDiscard(
                item -> {
                  discarded.add(item);
                  SerialSink<Integer> own = self.get();
                  if (own != null) {
                    own.tryComplete();
                  }
                })
            .sink();
    self.set(sink);
    sink.tryEmit(1);
    sink.tryEmit(2);
    assertEquals(EmitOutcome.QUEUED, sink.tryEmit(3));
    assertEquals(EmitOutcome.TERMINATED, sink.tryEmit(4));
    assertEquals(List.of(1), discarded);
    sink.subscribe(downstream);
    downstream.subscription().request(Long.MAX_VALUE);
    assertEquals(List.of("subscribed", 2, 3, "completed"), downstream.signals());
  }

  /** A producer that stands still in the hook holds up neither its own item nor the end. */
  @Test
  void aHookThatTakesLongHoldsUpNobody() throws InterruptedException {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    SerialSink<Integer> sink =
        Serializer.<Integer>withDefaults()
            .bounded(CAPACITY, Overflow.DROP_OLDEST)
            .onDiscard(
                item -> {
                  inside.countDown();
                  awaitQuietly(go);
                  discarded.add(item);
                })
            .sink();
    sink.tryEmit(1);
    sink.tryEmit(2);
    Thread producer = new Thread(() -> sink.tryEmit(3));
    producer.start();
    inside.await();
    assertEquals(CAPACITY, sink.backlog());
    Elsewhere.run(() -> assertEquals(EmitOutcome.QUEUED, sink.tryComplete()));
    sink.subscribe(downstream);
    downstream.subscription().request(Long.MAX_VALUE);
    assertEquals(List.of("subscribed", 2, 3, "completed"), downstream.signals());
    go.countDown();
    producer.join();
    assertEquals(List.of(1), discarded);
  }

  @Test
  void everyProducersItemHasOneOutcome() throws InterruptedException {
    AtomicReference<Integer> dropped = new AtomicReference<>(0);
    SerialSink<Integer> sink =
        Serializer.<Integer>withDefaults()
            .bounded(CAPACITY, Overflow.DROP_OLDEST)
            .onDiscard(item -> dropped.updateAndGet(n -> n + 1))
            .sink();
    List<Thread> producers = new ArrayList<>();
    int each = 10_000;
    for (int i = 0; i < 2; i++) {
      producers.add(
          new Thread(
              () -> {
                for (int n = 0; n < each; n++) {
                  assertTrue(sink.tryEmit(n).isAccepted());
                  assertTrue(sink.backlog() <= CAPACITY);
                }
              }));
    }
    producers.forEach(Thread::start);
    for (Thread producer : producers) {
      producer.join();
    }
    assertEquals(2 * each - CAPACITY, dropped.get());
    sink.tryComplete();
    sink.subscribe(downstream);
    downstream.subscription().request(Long.MAX_VALUE);
    assertEquals(CAPACITY + 2, downstream.signals().size());
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
