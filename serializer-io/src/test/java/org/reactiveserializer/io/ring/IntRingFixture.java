package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.io.internal.ring.Layout;
import org.reactiveserializer.testing.Await;

/** A ring of ints with both its ends, for each test. */
abstract class IntRingFixture {
  static final int CAPACITY = 1024;

  @TempDir Path directory;
  IntRing ring;
  IntWriter writer;
  IntReader reader;

  @BeforeEach
  final void open() throws IOException {
    ring = IntRing.create(directory.resolve("ring"), CAPACITY);
    writer = ring.writer();
    reader = ring.reader();
  }

  @AfterEach
  final void close() {
    writer.close();
    reader.close();
  }

  final void write(int... values) {
    assertEquals(values.length, writer.offer(values, 0, values.length));
  }

  final List<Integer> drain(int max) {
    List<Integer> read = new ArrayList<>();
    assertEquals(reader.drain(read::add, max), read.size());
    return read;
  }

  static void awaitClosed(RingEnd end) throws InterruptedException {
    assertTrue(end.awaitClosed(Await.LONG), "the " + end + " is not closed");
  }

  /** Waits for so long that a stream has looked at its peer, and for room, more than once. */
  static void awaitHeartbeats(RingEnd writer) {
    int heartbeat = 384;
    long first = Layout.acquireLong(writer.memory, heartbeat);
    Await.until(
        () -> Layout.acquireLong(writer.memory, heartbeat) > first + 1, () -> "the heartbeat");
  }

  /** A stream leaves an end a moment after its last signal. */
  static void awaitEndOfStream(RingEnd end) {
    Await.until(() -> isFree(end), () -> "the end of the stream");
  }

  private static boolean isFree(RingEnd end) {
    try {
      end.enterStream(() -> {}, Thread.currentThread());
      end.leaveStream(null);
      return true;
    } catch (IllegalStateException inUse) {
      return false;
    }
  }
}
