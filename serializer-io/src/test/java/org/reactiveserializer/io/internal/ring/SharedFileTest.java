package org.reactiveserializer.io.internal.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.io.ring.ReplacedRingException;
import org.reactiveserializer.io.ring.RingAccess;
import org.reactiveserializer.testing.Attack;

/** To close the channel of a file that is not known could release the locks of a ring. */
class SharedFileTest {
  @TempDir Path directory;

  @AfterEach
  void closeThem() throws IOException {
    for (FileChannel stray : SharedFile.STRAY) {
      stray.close();
    }
    SharedFile.STRAY.clear();
  }

  @Attack
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

  /** Somebody who replaces the name all the time cannot use up the descriptors of this process. */
  @Attack
  void keepsNoMoreThanAFew() throws IOException {
    Path own = directory.resolve("own");
    Header header = RingCreation.create(own, RingKind.INTS, 4096, RingAccess.OWNER);
    Attachment attachment =
        Attaching.attach(own, Side.WRITER, header, RingAccess.OWNER, Duration.ofSeconds(2));
    for (int i = 0; i < 2 * SharedFile.MOST_STRAY; i++) {
      assertThrows(
          ReplacedRingException.class, () -> SharedFile.open(file(), "this", name -> "another"));
    }
    List<FileChannel> kept = List.copyOf(SharedFile.STRAY);
    assertEquals(SharedFile.MOST_STRAY, kept.size());
    assertTrue(kept.stream().allMatch(FileChannel::isOpen));
    String message =
        "" + assertThrows(ReplacedRingException.class, () -> read(file())).getMessage();
    assertTrue(message.contains("were replaced 64 times while they were opened"), message);
    read(own); // it is open
    attachment.close(false);
    assertTrue(kept.stream().noneMatch(FileChannel::isOpen), "they are left");
    assertTrue(SharedFile.STRAY.isEmpty());
  }

  /** Somebody may put a link in the place of the file whose owner was looked at. */
  @Attack
  void opensNoLink() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), file());
    assertThrows(IOException.class, () -> SharedFile.open(link, "this", name -> "this"));
  }

  /** If no ring is open, there is no lock to lose. */
  @Test
  void keepsNothingIfNoRingIsOpen() throws IOException {
    assertThrows(
        ReplacedRingException.class, () -> SharedFile.open(file(), "this", name -> "another"));
    FileChannel kept = SharedFile.STRAY.get(0);
    assertThrows(NoSuchFileException.class, () -> read(directory.resolve("missing")));
    assertFalse(kept.isOpen());
    assertTrue(SharedFile.STRAY.isEmpty());
  }

  private static void read(Path file) throws IOException {
    Attaching.readHeader(file, RingKind.INTS, RingAccess.ANYONE);
  }

  private static void assertOneIsKept() {
    assertEquals(1, SharedFile.STRAY.size());
    assertTrue(SharedFile.STRAY.get(0).isOpen());
  }

  private Path file() throws IOException {
    return Files.write(directory.resolve("file"), new byte[9]);
  }
}
