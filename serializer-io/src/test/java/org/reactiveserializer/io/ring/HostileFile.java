package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Files of small rings, good ones to begin with, and what is done with one that may be anything: it is used
 * by each end. It may be refused by a {@link RingException}; anything else is a fault.
 */
final class HostileFile {
  static final int HEADER = 4096;
  static final int CAPACITY = 4096;

  private HostileFile() {}

  /** Does something with a ring. Returns how many items were read. */
  interface Use {
    int run() throws IOException;
  }

  /** Returns a ring of ints that was used, and is not empty. */
  static byte[] goodInts(Path file) throws IOException {
    Files.deleteIfExists(file);
    try (IntWriter writer = IntRing.create(file, CAPACITY / 4).writer();
        IntReader reader = IntRing.attach(file).reader()) {
      writer.offer(new int[700], 0, 700);
      reader.drain(value -> {}, 600);
      writer.offer(new int[500], 0, 500);
    }
    return Files.readAllBytes(file); // the file stays, with the mode that a ring has
  }

  /** Returns a ring of messages that was used, and is not empty. */
  static byte[] goodMessages(Path file) throws IOException {
    Files.deleteIfExists(file);
    try (MessageWriter writer = MessageRing.create(file, CAPACITY).writer();
        MessageReader reader = MessageRing.attach(file).reader()) {
      for (int length = 1;
          writer.offer(ByteBuffer.wrap(new byte[length], 0, length));
          length += 13) {
        if (length > 300) {
          reader.drain(message -> {}, 1);
        }
        length %= 400;
      }
    }
    return Files.readAllBytes(file); // the file stays, with the mode that a ring has
  }

  /** Writes a file, and uses it. Returns false if it was refused as a bad ring. */
  static boolean isAccepted(Path file, byte[] bytes, Use use) throws IOException {
    Files.write(file, bytes);
    try {
      int read = use.run();
      assertTrue(read <= CAPACITY, read + " items in " + CAPACITY + " bytes");
      return true;
    } catch (RingException known) {
      return false;
    } catch (RuntimeException | Error unexpected) {
      throw new AssertionError("a file of " + bytes.length + " bytes", unexpected);
    }
  }

  static int useInts(Path file, byte[] bytes) throws IOException {
    IntRing ring = IntRing.attach(file);
    int read;
    try (IntReader reader = ring.reader()) {
      read = reader.drain(value -> {}, 2 * bytes.length);
      read += reader.drain(value -> {}, 2 * bytes.length);
      reader.peer();
    }
    try (IntWriter writer = ring.writer()) {
      while (writer.offer(1)) {}
      writer.peer();
    }
    return read;
  }

  static int useMessages(Path file, byte[] bytes) throws IOException {
    MessageRing ring = MessageRing.attach(file);
    int read;
    long[] sum = {0};
    try (MessageReader reader = ring.reader()) {
      read =
          reader.drain(
              message -> {
                while (message.hasRemaining()) {
                  sum[0] += message.get();
                }
              },
              2 * bytes.length);
      reader.peer();
    }
    try (MessageWriter writer = ring.writer()) {
      while (writer.offer(ByteBuffer.wrap(bytes, 0, Math.min(bytes.length, 99)))) {}
      writer.peer();
    }
    assertTrue(sum[0] <= 128 * CAPACITY);
    return read;
  }
}
