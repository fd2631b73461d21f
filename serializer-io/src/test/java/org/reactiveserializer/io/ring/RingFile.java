package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The file of a ring, as a process sees it that follows no protocol. On POSIX systems, this drops
 * its locks.
 */
final class RingFile {
  static final int HEADER = 4096;
  static final int TAIL = 128;
  static final int HEAD = 256;
  static final int WRITER_EPOCH = 400;
  static final int WRITER_STATE = 408;
  static final int READER_EPOCH = 528;

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

  /**
   * Does what may reach a part of the file that was cut off. The virtual machine may report the
   * fault at any later moment of the thread: so that is another one, which then ends.
   */
  static void provoke(Runnable use) throws InterruptedException {
    AtomicReference<@Nullable Throwable> wrong = new AtomicReference<>();
    Thread thread = new Thread(use);
    thread.setUncaughtExceptionHandler(
        (ended, thrown) -> {
          if (!thrown.toString().contains("unsafe memory access")) {
            wrong.set(thrown);
          }
        });
    thread.start();
    thread.join();
    assertNull(wrong.get());
  }
}
