package org.reactiveserializer.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.Stats;
import org.reactiveserializer.stress.support.Reactions;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Very many threads wait for room in a small sink whose subscriber is slow. All items are accepted,
 * in order, and no virtual thread blocks its carrier while it waits. (Uses some platform threads
 * where there are no virtual threads.)
 */
class WaitingEmittersTest {
  private static final int THREADS = Threads.areVirtual() ? 10_000 : 100;
  private static final int ITEMS = 5;
  private static final int CAPACITY = 64;
  private static final Duration LONG = Duration.ofMinutes(5);

  @TempDir Path directory;

  /**
   * Runs once as well before the recording, because a thread that waits for another one to initialise
   * a class or to link a call is pinned meanwhile.
   */
  @Test
  void allItemsAreAcceptedAndNoThreadIsPinned() throws IOException {
    emitFrom(THREADS);
    assertEquals(List.of(), pinnedDuring(() -> emitFrom(THREADS)));
  }

  @Test
  void aPinnedThreadIsDetected() throws IOException {
    List<String> pinned = pinnedDuring(() -> Threads.start(true, Waiting::touch).join());
    assertEquals(Threads.areVirtual(), !pinned.isEmpty());
  }

  private static void emitFrom(int threads) {
    SerialSink<Long> sink =
        Serializer.<Long>withDefaults().bounded(CAPACITY, Overflow.ERROR).sink();
    Slow subscriber = new Slow();
    sink.subscribe(subscriber);
    List<Threads.Task> tasks =
        IntStream.range(0, threads)
            .mapToObj(producer -> Threads.start(true, () -> emit(sink, producer)))
            .toList();
    tasks.forEach(Threads.Task::join);
    sink.tryComplete();
    Threads.await(subscriber.completed);
    assertEquals(0, subscriber.disorder);
    Stats stats = sink.stats();
    assertEquals((long) threads * ITEMS, stats.delivered());
    assertTrue(stats.highWater() <= CAPACITY, stats::toString);
  }

  private static void emit(SerialSink<Long> sink, int producer) {
    for (int item = 0; item < ITEMS; item++) {
      EmitOutcome result = sink.emit((long) producer * ITEMS + item, LONG);
      assertTrue(result.isAccepted(), result::toString);
    }
  }

  private List<String> pinnedDuring(Runnable work) throws IOException {
    Path file = Files.createTempFile(directory, "recording", ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.VirtualThreadPinned").withoutThreshold();
      recording.start();
      work.run();
      recording.stop();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals("jdk.VirtualThreadPinned"))
        .map(RecordedEvent::toString)
        .toList();
  }

  /** Twin: waits where a virtual thread cannot leave its carrier. */
  private static final class Waiting {
    static {
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }

    static void touch() {}
  }

  /** Requests one item at a time, and takes a moment for each. */
  private static final class Slow implements Subscriber<Long> {
    final CountDownLatch completed = new CountDownLatch(1);
    private final AtomicIntegerArray next = new AtomicIntegerArray(THREADS);
    private Subscription upstream = new None();
    volatile int disorder;

    @Override
    public void onSubscribe(Subscription subscription) {
      upstream = subscription;
      subscription.request(1);
    }

    @Override
    public void onNext(Long item) {
      Reactions.spin();
      int producer = (int) (item / ITEMS);
      if (next.getAndIncrement(producer) != item % ITEMS) {
        disorder++;
      }
      upstream.request(1);
    }

    @Override
    public void onError(Throwable error) {
      throw new AssertionError(error);
    }

    @Override
    public void onComplete() {
      completed.countDown();
    }
  }

  private static final class None implements Subscription {
    @Override
    public void request(long n) {}

    @Override
    public void cancel() {}
  }
}
