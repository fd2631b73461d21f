package org.reactiveserializer.io.ring;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A small ring of messages with both its ends, for each test. */
abstract class MessageRingFixture {
  static final int CAPACITY = 4096;

  @TempDir Path directory;
  MessageRing ring;
  MessageWriter writer;
  MessageReader reader;

  @BeforeEach
  final void open() throws IOException {
    ring = MessageRing.create(directory.resolve("ring"), CAPACITY);
    writer = ring.writer();
    reader = ring.reader();
  }

  @AfterEach
  final void close() {
    writer.close();
    reader.close();
  }
}
