package org.reactiveserializer.benchmarks.io.ipc;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The directory of a run. */
class SharedDirectoryTest {
  @Test
  void nothingIsLeft() throws IOException {
    SharedDirectory directory = new SharedDirectory();
    Path file = directory.path().resolve("aeron").resolve("cnc.dat");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "x");
    assertTrue(Files.exists(file));
    directory.close();
    assertFalse(Files.exists(directory.path()));
  }
}
