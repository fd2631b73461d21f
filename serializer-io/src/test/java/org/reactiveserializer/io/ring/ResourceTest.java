package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.testing.Await;

/** What rings hold open: channels, mapped memory, threads. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ResourceTest {
  @TempDir Path directory;
  private IntRing ring;

  @BeforeEach
  void create() throws IOException {
    ring = IntRing.create(directory.resolve("ring"), 1024);
  }

  @Test
  void aViewIsHarmlessAfterTheCloseAndTheFileIsUnmappedWhenThereIsNone() throws IOException {
    useAndClose();
    Await.until(
        () -> {
          System.gc();
          return !Platform.isLinux() || !isMapped();
        },
        () -> "the end of the mapping");
  }

  private void useAndClose() throws IOException {
    IntWriter writer = ring.writer();
    IntReader reader = ring.reader();
    writer.offer(7);
    IntBuffer view = reader.peek(1).duplicate();
    assertEquals(7, view.get(view.position()));
    assertTrue(!Platform.isLinux() || isMapped());
    writer.close();
    reader.close();
    assertEquals(7, view.get(view.position()));
  }

  private boolean isMapped() {
    try {
      return Files.readString(Path.of("/proc/self/maps")).contains(ring.file().toString());
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }

  @Test
  void channelsAreClosed() throws IOException {
    if (!Platform.isLinux()) {
      return;
    }
    for (int i = 0; i < 20; i++) {
      IntRing.attach(ring.file());
      assertThrows(RingHeaderException.class, () -> MessageRing.attach(ring.file()));
      ring.writer().close();
      try (IntWriter writer = ring.writer();
          IntReader reader = ring.reader()) {
        assertEquals(1, openChannels());
        assertEquals(Peer.ALIVE, writer.peer());
        assertEquals(Peer.ALIVE, reader.peer());
      }
      assertEquals(0, openChannels());
    }
  }

  private long openChannels() throws IOException {
    try (var descriptors = Files.list(Path.of("/proc/self/fd"))) {
      return descriptors.filter(this::isOfTheRing).count();
    }
  }

  private boolean isOfTheRing(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).equals(ring.file().toRealPath());
    } catch (IOException closed) {
      return false;
    }
  }

  @Test
  void theThreadOfTheHeartbeatsEnds() throws Exception {
    IntWriter writer = ring.writer();
    assertTrue(hasHeartbeats());
    writer.close();
    Await.until(() -> !hasHeartbeats(), () -> "the end of the thread");
    ring.writer().close();
  }

  private static boolean hasHeartbeats() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("ring-heartbeat"));
  }
}
