package org.reactiveserializer.io.ring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/** What a verification has opened for one test, and closes after it: what was opened last, first. */
final class Opened {
  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  /** Returns the name of a file that does not exist so far, in a directory of its own. */
  Path file() {
    try {
      Path directory = Files.createTempDirectory("ring");
      Path file = directory.resolve("ring");
      add(
          () -> {
            Files.deleteIfExists(file);
            Files.delete(directory);
          });
      return file;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Its stream may signal that it was closed: that must not happen during the next test. */
  void add(RingEnd end) {
    add(
        () -> {
          end.close();
          IntRingFixture.awaitClosed(end);
        });
  }

  void add(AutoCloseable closeable) {
    open.push(closeable);
  }

  void closeAll() throws Exception {
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }
}
