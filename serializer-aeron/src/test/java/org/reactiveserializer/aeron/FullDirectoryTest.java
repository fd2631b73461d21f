package org.reactiveserializer.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.testing.Attack;
import org.reactiveserializer.testing.Child;
import org.reactiveserializer.testing.SmallDisk;

/** The file system of the driver's directory is full. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FullDirectoryTest {
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");
  private static final List<String> OPTIONS =
      List.of("-Xmx64m", "-XX:+UseSerialGC", "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");

  /** It is reported late by HotSpot 17, in compiled code. */
  @Attack
  void itIsFilledWhileAStreamRuns() throws Exception {
    if (!SmallDisk.isPossible()) {
      return;
    }
    assertEquals(
        List.of("CANCELLED", "NotSentException", "InternalError", "1", "true"),
        outputOf(100, FillingProgram.class));
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 40})
  void aDriverWithoutRoomDoesNotStart(int megabytes) throws Exception {
    if (!SmallDisk.isPossible()) {
      return;
    }
    List<String> output = outputOf(megabytes, StartingProgram.class);
    assertEquals("IllegalStateException", output.get(0));
    String message = output.get(1);
    assertTrue(
        message.startsWith(
            "the media driver needs 49287168 bytes for its own files below /dev/shm, and %d are free: "
                .formatted((long) megabytes << 20)),
        message);
    for (String setting :
        List.of("--shm-size", "aeron.counters.buffer.length", "term-length=64k")) {
      assertTrue(message.contains(setting), message);
    }
    assertEquals(List.of("0"), output.subList(2, output.size()), "files are left");
  }

  /** As in a container of Docker, unless more is asked for. */
  @Attack
  void aStreamWithoutRoomIsRefused() throws Exception {
    if (!SmallDisk.isPossible()) {
      return;
    }
    List<String> output = outputOf(64, StartingProgram.class);
    assertEquals("one with small terms is opened", output.get(0));
    assertEquals("RegistrationException", output.get(1));
    for (String setting : List.of("length=201330688", "--shm-size", "term-length=64k")) {
      assertTrue(output.get(2).contains(setting), output.get(2));
    }
    assertEquals(List.of("0"), output.subList(3, output.size()), "files are left");
  }

  /** Another process may take the room after the check. */
  @Test
  void aStartThatFailsLeavesNothing() throws Exception {
    if (!SmallDisk.isPossible()) {
      return;
    }
    List<String> output = outputOf(8, StartingProgram.class, "unchecked");
    assertEquals("IllegalStateException", output.get(0));
    assertEquals("0", output.get(output.size() - 1), "files are left");
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
