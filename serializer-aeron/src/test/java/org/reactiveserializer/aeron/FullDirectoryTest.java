package org.reactiveserializer.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.testing.Child;
import org.reactiveserializer.testing.SmallDisk;

/** The file system of the driver's directory is full. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FullDirectoryTest {
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");
  private static final List<String> OPTIONS =
      List.of("-Xmx64m", "-XX:+UseSerialGC", "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");

  /** It is reported late by HotSpot 17, in compiled code. */
  @Test
  void itIsFilledWhileAStreamRuns() throws Exception {
    if (!SmallDisk.isPossible()) {
      return;
    }
    assertEquals(
        List.of("CANCELLED", "NotSentException", "InternalError", "1", "true"),
        outputOf(100, FillingProgram.class));
  }

  private static List<String> outputOf(int megabytes, Class<?> main, Object... arguments)
      throws IOException {
    List<String> lines = new ArrayList<>();
    List<String> before = SmallDisk.before(SHARED_MEMORY, megabytes);
    try (Child child = Child.startThrough(before, OPTIONS, main, arguments)) {
      for (String line = child.line(); line != null; line = child.line()) {
        lines.add(line);
      }
    }
    assertTrue(!lines.isEmpty(), "the process did not say anything");
    return lines;
  }
}
