package org.reactiveserializer.io.internal.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.io.ring.ReplacedRingException;

/** To close the channel of a file that is not known could release the locks of a ring. */
class SharedFileTest {
  @TempDir Path directory;

  @AfterEach
  void closeThem() throws IOException {
    for (FileChannel channel : SharedFile.STRAY) {
      channel.close();
    }
    SharedFile.STRAY.clear();
  }

  @Test
  void keepsTheChannelOfAFileThatWasReplaced() throws IOException {
    assertThrows(
        ReplacedRingException.class, () -> SharedFile.open(file(), "this", name -> "another"));
    assertOneIsKept();
  }

  @Test
  void keepsTheChannelOfAFileThatWasDeleted() throws IOException {
    NoSuchFileException deleted = new NoSuchFileException("of the test");
    assertSame(
        deleted,
        assertThrows(
            NoSuchFileException.class,
            () ->
                SharedFile.open(
                    file(),
                    "this",
                    name -> {
                      throw deleted;
                    })));
    assertOneIsKept();
  }

  private static void assertOneIsKept() {
    List<FileChannel> kept = SharedFile.STRAY;
    assertEquals(1, kept.size());
    assertTrue(kept.get(0).isOpen());
  }

  private Path file() throws IOException {
    return Files.write(directory.resolve("file"), new byte[9]);
  }
}
