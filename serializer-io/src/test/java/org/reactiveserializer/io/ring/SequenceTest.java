package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two threads that use the two ends as fast as they can, in every way; and what that allocates. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SequenceTest {
  private static final int INTS = 500_000;
  private static final int MESSAGES = 100_000;

  @TempDir Path directory;

  @Test
  void ints() throws Exception {
    IntRing ring = IntRing.create(directory.resolve("ints"), 1024);
    try (IntWriter writer = ring.writer();
        IntReader reader = ring.reader()) {
      inTwoThreads(() -> writeInts(writer), () -> readInts(reader));
      assertEquals(IntReader.EMPTY, reader.poll());
    }
  }

  private static void writeInts(IntWriter writer) {
    Random random = new Random(1);
    int[] some = new int[50];
    int next = 0;
    while (next < INTS) {
      switch (random.nextInt(2)) {
        case 0 -> {
          for (int i = 0; i < 50 && next < INTS && writer.offer(next); i++) {
            next++;
          }
        }
        default -> {
          int n = Math.min(some.length, INTS - next);
          for (int i = 0; i < n; i++) {
            some[i] = next + i;
          }
          next +=
              random.nextBoolean()
                  ? writer.offer(some, 0, n)
                  : writer.offer(IntBuffer.wrap(some, 0, n));
        }
      }
    }
  }

  private static void readInts(IntReader reader) {
    Random random = new Random(2);
    int[] next = {0};
    while (next[0] < INTS) {
      switch (random.nextInt(3)) {
        case 0 -> {
          long value = reader.poll();
          if (value != IntReader.EMPTY) {
            assertEquals(next[0]++, value);
          }
        }
        case 1 -> reader.drain(value -> assertEquals(next[0]++, value), 100);
        default -> {
          IntBuffer run = reader.peek(200);
          int n = 0;
          while (run.hasRemaining() && random.nextInt(100) != 0) {
            assertEquals(next[0]++, run.get());
            n++;
          }
          reader.release(n);
        }
      }
    }
  }

  @Test
  void messages() throws Exception {
    MessageRing ring = MessageRing.create(directory.resolve("messages"), 8192);
    try (MessageWriter writer = ring.writer();
        MessageReader reader = ring.reader()) {
      inTwoThreads(
          () -> {
            Random random = new Random(1);
            for (int i = 0; i < MESSAGES; ) {
              ByteBuffer place = writer.claim(8 + random.nextInt(300));
              if (place != null) {
                Message.fill(place, i);
                i++;
              }
              if (place == null || random.nextInt(4) == 0) {
                writer.publish();
              }
              if (place == null) {
                Thread.yield();
              }
            }
            writer.publish();
          },
          () -> {
            int[] next = {0};
            while (next[0] < MESSAGES) {
              if (reader.drain(message -> assertEquals(next[0]++, Message.check(message)), 20)
                  == 0) {
                Thread.yield();
              }
            }
          });
      assertNull(reader.next());
    }
  }

  @Test
  @Tag("thorough")
  void bothAtLength() throws Exception {
    for (int i = 0; i < 20; i++) {
      ints();
      messages();
      Files.delete(directory.resolve("ints"));
      Files.delete(directory.resolve("messages"));
    }
  }

  private static void inTwoThreads(Runnable write, Runnable read) throws Exception {
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    Thread other = new Thread(write);
    other.setDaemon(true);
    other.setUncaughtExceptionHandler((thread, thrown) -> failure.set(thrown));
    other.start();
    read.run();
    other.join();
    assertNull(failure.get());
  }

  @Test
  void allocatesNothing() throws Exception {
    IntRing intRing = IntRing.create(directory.resolve("ints"), 1024);
    MessageRing messageRing = MessageRing.create(directory.resolve("messages"), 8192);
    ByteBuffer message = ByteBuffer.wrap(new byte[40]);
    int[] ints = new int[40];
    long[] sum = {0};
    try (IntWriter intWriter = intRing.writer();
        IntReader intReader = intRing.reader();
        MessageWriter writer = messageRing.writer();
        MessageReader reader = messageRing.reader()) {
      IntConsumer add = value -> sum[0] += value;
      Consumer<ByteBuffer> addLength = one -> sum[0] += one.remaining();
      Runnable round =
          () -> {
            intWriter.offer(1);
            intWriter.offer(ints, 0, 40);
            sum[0] += intReader.poll();
            sum[0] += intReader.peek(9).get();
            intReader.release(1);
            intReader.drain(add, 20);
            intReader.drain(add, 40);
            writer.offer(message);
            ByteBuffer place = writer.claim(8);
            if (place != null) {
              place.putLong(1);
            }
            writer.publish();
            reader.drain(addLength, 1);
            reader.next();
            reader.release();
          };
      long least = Long.MAX_VALUE;
      for (int i = 0; i < 10; i++) {
        least = Math.min(least, allocated(round, 10_000));
      }
      assertTrue(least < 10_000, least + " bytes in 10,000 rounds");
      assertTrue(
          allocated(() -> sum[0] += new byte[1].length + keep(new Object()), 10_000) > 10_000,
          "the measurement notices nothing");
    }
  }

  private static @Nullable Object kept;

  private static int keep(Object object) {
    kept = object;
    return kept.hashCode();
  }

  private static long allocated(Runnable round, int rounds) {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    for (int i = 0; i < rounds; i++) {
      round.run();
    }
    return threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
  }
}
