package org.reactiveserializer.io.ring;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A ring of ints and one of messages, with all their ends, for each test. */
abstract class BothRingsFixture {
  @TempDir Path directory;
  IntRing ints;
  IntWriter intWriter;
  IntReader intReader;
  MessageRing messages;
  MessageWriter messageWriter;
  MessageReader messageReader;

  @BeforeEach
  final void open() throws IOException {
    ints = IntRing.create(directory.resolve("ints"), 1 << 14);
    messages = MessageRing.create(directory.resolve("messages"), 1 << 16);
    openAll();
  }

  final void openAll() throws IOException {
    intWriter = ints.writer();
    intReader = ints.reader();
    messageWriter = messages.writer();
    messageReader = messages.reader();
  }

  @AfterEach
  final void closeAll() {
    intWriter.close();
    intReader.close();
    messageWriter.close();
    messageReader.close();
  }
}
