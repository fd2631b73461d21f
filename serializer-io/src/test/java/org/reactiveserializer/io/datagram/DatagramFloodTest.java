package org.reactiveserializer.io.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.testing.Attack;
import org.reactiveserializer.testing.Await;
import org.reactiveserializer.testing.Effort;

/**
 * A process that sends without pause to a subscriber that cannot follow: memory stays flat, and the
 * account adds up. The effort says how long that takes, or {@code -Dsoak.duration}.
 */
@Tag("effort")
class DatagramFloodTest {
  private static final int SAMPLES = 10;
  private static final int CAPACITY = 256;
  private static final long TOLERANCE = 4 << 20;

  private static Duration duration() {
    return Effort.duration(Duration.ofSeconds(2), Duration.ofSeconds(10), Duration.ofHours(1));
  }

  /** Returns how many bytes the heap and the direct buffers took at regular intervals. */
  private static List<Long> flood(
      DatagramSettings settings, Duration duration, Consumer<Datagram> work) throws IOException {
    try (DatagramSource source = settings.bind(Peer.loopback(0));
        SenderProcess sender = new SenderProcess(source.localAddress())) {
      source.subscribe(
          new Recorder(Long.MAX_VALUE) {
            @Override
            public void onNext(Datagram datagram) {
              work.accept(datagram);
              datagram.release();
            }
          });
      List<Long> samples = new ArrayList<>();
      for (int i = 0; i < SAMPLES; i++) {
        long start = System.nanoTime();
        do {
          sender.send(10_000, 1_000);
        } while (System.nanoTime() - start < duration.toNanos() / SAMPLES);
        samples.add(usedMemory());
      }
      Await.until(
          () -> {
            DatagramStats stats = source.stats();
            return (stats.droppedByKernel() < 0
                    || stats.received() + stats.droppedByKernel() == sender.sent())
                && Account.accounted(stats) == stats.received()
                && stats.waiting() == 0
                && stats.held() == 0; // the last one is counted before it is released
          },
          () -> sender.sent() + " sent, but " + source.stats());
      DatagramStats stats = source.stats();
      assertEquals(0, stats.held());
      assertTrue(stats.buffers() <= CAPACITY + settings.values.maxHeld + 1, stats::toString);
      assertTrue(sender.sent() > stats.delivered(), () -> "the subscriber could follow: " + stats);
      return samples;
    }
  }

  private static long usedMemory() {
    System.gc();
    long direct = 0;
    for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
      direct += pool.getMemoryUsed();
    }
    return direct + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** The first samples may rise, while buffers are allocated and classes loaded. */
  private static boolean isFlat(List<Long> samples) {
    long first =
        samples.subList(1, SAMPLES / 2).stream().mapToLong(used -> used).max().orElseThrow();
    long second =
        samples.subList(SAMPLES / 2, SAMPLES).stream().mapToLong(used -> used).max().orElseThrow();
    return second - first < TOLERANCE;
  }

  private static void workFor(long nanos) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < nanos) {
      Thread.onSpinWait();
    }
  }

  @Attack
  void memoryIsFlatIfTheReadingThreadDelivers() throws IOException {
    DatagramSettings settings =
        DatagramSource.bounded(CAPACITY, Overflow.DROP_OLDEST).receiveBuffer(200_000);
    List<Long> samples = flood(settings, duration(), datagram -> workFor(50_000));
    assertTrue(isFlat(samples), samples::toString);
  }

  @Tag("thorough")
  @Attack
  void memoryIsFlatIfAnExecutorDelivers() throws IOException {
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      DatagramSettings settings =
          DatagramSource.bounded(CAPACITY, Overflow.DROP_NEWEST)
              .receiveBuffer(200_000)
              .deliverOn(executor);
      List<Long> samples = flood(settings, duration(), datagram -> workFor(50_000));
      assertTrue(isFlat(samples), samples::toString);
    } finally {
      executor.shutdown();
    }
  }

  @Tag("thorough")
  @Test
  void theTestNoticesASubscriberThatKeepsCopies() throws IOException {
    DatagramSettings settings =
        DatagramSource.bounded(CAPACITY, Overflow.DROP_OLDEST).receiveBuffer(200_000);
    List<byte[]> kept = new ArrayList<>();
    List<Long> samples =
        flood(
            settings,
            Duration.ofSeconds(2),
            datagram -> {
              workFor(50_000);
              byte[] copy = new byte[2 * datagram.length()];
              datagram.payload().get(copy, 0, datagram.length());
              kept.add(copy);
            });
    assertFalse(isFlat(samples), samples::toString);
    assertFalse(kept.isEmpty());
  }
}
