package org.reactiveserializer.io.ring;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** The file of a ring, as a process sees it that follows no protocol. On POSIX systems, this drops its locks. */
final class RingFile {
  static final int HEADER = 4096;
  static final int TAIL = 128;
  static final int HEAD = 256;
  static final int WRITER_EPOCH = 400;
  static final int WRITER_STATE = 408;

  private RingFile() {}

  static void truncate(Path file, long size) throws IOException {
    try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
      access.setLength(size);
    }
  }

  static void put(Path file, int at, long value) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(8).order(ByteOrder.nativeOrder()).putLong(0, value);
    try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw");
        FileChannel channel = access.getChannel()) {
      channel.write(bytes, at);
    }
  }
}
