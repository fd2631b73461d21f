package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

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

  /** A stream leaves an end a moment after its last signal. */
  static void awaitEndOfStream(RingEnd end) throws InterruptedException {
    while (true) {
      try {
        end.enterStream(() -> {});
        end.leaveStream();
        return;
      } catch (IllegalStateException inUse) {
        Thread.sleep(1);
      }
    }
  }
}
