package org.reactiveserializer.io.internal.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.io.internal.shared.MemoryFaults;

/** Faults of compiled code, which HotSpot 17 reports late. */
class FaultsTest {
  private static final int CALLS_UNTIL_COMPILED = 30_000;
  private static final int PAGE = 4096;

  @TempDir Path directory;

  @Test
  void aFaultIsReportedAtOnce() throws Exception {
    for (int i = 0; i < 5; i++) {
      AtomicReference<@Nullable String> outcome = new AtomicReference<>();
      Thread thread = new Thread(() -> outcome.set(outcomeOfAFault(memoryToTruncate())));
      thread.start();
      thread.join();
      assertEquals("in time", outcome.get());
    }
  }

  private static String outcomeOfAFault(ByteBuffer truncated) {
    try {
      try {
        access(truncated);
        MemoryFaults.report();
      } catch (InternalError reported) {
        assertTrue(reported.toString().contains("unsafe memory access"), reported.toString());
        return "in time";
      }
      MemoryFaults.report();
      return "never";
    } catch (InternalError reported) {
      return "late";
    }
  }

  /** Returns memory that was accessed by code that is compiled by now, and is gone. */
  private ByteBuffer memoryToTruncate() {
    try (RandomAccessFile file = new RandomAccessFile(directory.resolve("file").toFile(), "rw")) {
      file.setLength(2 * PAGE);
      ByteBuffer memory = file.getChannel().map(MapMode.READ_WRITE, PAGE, PAGE);
      for (int i = 0; i < CALLS_UNTIL_COMPILED; i++) {
        access(memory);
        MemoryFaults.forget();
      }
      file.setLength(0);
      return memory;
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }

  private static void access(ByteBuffer memory) {
    Layout.releaseLong(memory, 64, 1);
  }
}
