package org.reactiveserializer.benchmarks.io.ipc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory for the files of one run: in memory where the system has such a place. */
final class SharedDirectory implements AutoCloseable {
  private static final Path MEMORY = Path.of("/dev/shm");
  private static final String PREFIX = "serializer-io-benchmark";

  private final Path path;

  SharedDirectory() throws IOException {
    path =
        Files.isDirectory(MEMORY) && Files.isWritable(MEMORY)
            ? Files.createTempDirectory(MEMORY, PREFIX)
            : Files.createTempDirectory(PREFIX);
  }

  Path path() {
    return path;
  }

  /** Deletes the directory, when both processes have ended. */
  @Override
  public void close() throws IOException {
    List<Path> all;
    try (Stream<Path> found = Files.walk(path)) {
      all = found.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path each : all) {
      Files.deleteIfExists(each);
    }
  }
}
