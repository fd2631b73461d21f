package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.testing.Await;
import org.reactiveserializer.testing.Child;

/** What an end knows of the other side: locks, states, heartbeats and the name of the file. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PeerTest {
  private static final int WRITER_EPOCH = 400;
  private static final int WRITER_STATE = 408;
  @TempDir Path directory;
  private IntRing ring;

  @BeforeEach
  void create() throws IOException {
    ring = IntRing.create(directory.resolve("ring"), 1024);
  }

  @Test
  void followsAnOrderlyPeer() throws IOException {
    try (IntReader reader = ring.reader()) {
      assertEquals(Peer.ABSENT, reader.peer());
      IntWriter writer = ring.writer();
      assertEquals(Peer.ALIVE, reader.peer());
      assertEquals(Peer.ALIVE, writer.peer());
      writer.close();
      assertEquals(Peer.CLOSED, reader.peer());
      ring.writer().fail();
      assertEquals(Peer.FAILED, reader.peer());
      ring.writer().close();
      assertEquals(Peer.CLOSED, reader.peer());
    }
  }

  @Test
  void seesAnotherProcessDie() throws Exception {
    try (IntReader reader = ring.reader();
        Child child = Holder.start("writer", ring)) {
      assertEquals(Peer.ALIVE, reader.peer());
      child.kill();
      assertEquals(Peer.DEAD, reader.peer());
      assertEquals(3, reader.available());
      try (IntWriter successor = ring.writer()) {
        assertEquals(Peer.ALIVE, reader.peer());
        assertEquals(3, successor.published());
        assertEquals(2, successor.epoch());
      }
      assertEquals(Peer.CLOSED, reader.peer());
    }
  }

  @Test
  void seesAProcessThatStands() throws Exception {
    if (!Platform.hasSignals()) {
      return;
    }
    try (IntReader reader = ring.hangTimeout(Duration.ofSeconds(1)).reader();
        Child child = Holder.start("writer", ring)) {
      assertEquals(Peer.ALIVE, reader.peer());
      Platform.signal("STOP", child.process());
      try {
        await(reader, Peer.HUNG);
      } finally {
        Platform.signal("CONT", child.process());
      }
      await(reader, Peer.ALIVE);
      child.kill();
      assertEquals(Peer.DEAD, reader.peer());
    }
  }

  private static void await(RingEnd end, Peer expected) {
    Await.until(() -> end.peer() == expected, () -> expected + ", but " + end.peer());
  }

  /** A writer attached after one that left, and was killed between two stores. */
  @Test
  void seesAPeerThatDiedWhileItAttached() throws IOException {
    try (IntReader reader = ring.reader()) {
      putState(0);
      assertEquals(Peer.ABSENT, reader.peer()); // there was none
      ring.writer().close();
      assertEquals(Peer.CLOSED, reader.peer());
      putState(0); // before it stored its epoch
      assertEquals(Peer.DEAD, reader.peer());
      RingFile.put(ring.file(), RingFile.WRITER_EPOCH, 2); // or after that
      assertEquals(Peer.DEAD, reader.peer());
      try (IntWriter writer = ring.writer()) {
        assertEquals(3, writer.epoch());
        assertEquals(Peer.ALIVE, reader.peer());
        putState(0); // it holds its lock
        assertEquals(Peer.ABSENT, reader.peer());
      }
    }
  }

  private void putState(int state) throws IOException {
    RingFile.put(ring.file(), RingFile.WRITER_STATE, state);
  }

  @Test
  void noticesThatTheNameBelongsToAnotherFile() throws IOException {
    IntRing other = IntRing.create(directory.resolve("other"), 1024);
    try (IntReader reader = ring.reader()) {
      IntWriter writer = ring.writer();
      Files.move(other.file(), ring.file(), StandardCopyOption.REPLACE_EXISTING);
      assertEquals(Peer.ALIVE, reader.peer()); // they still have each other
      writer.close();
      assertEquals(Peer.CLOSED, reader.peer());
      String message = assertThrows(ReplacedRingException.class, ring::writer).toString();
      assertTrue(message.contains("was replaced: it was the ring "), message);
      assertThrows(ReplacedRingException.class, ring::reader);
    }
    IntRing now = IntRing.attach(ring.file());
    try (IntReader waiting = now.reader()) {
      assertEquals(Peer.ABSENT, waiting.peer());
      IntRing third = IntRing.create(directory.resolve("third"), 1024);
      Files.move(third.file(), ring.file(), StandardCopyOption.REPLACE_EXISTING);
      String message = assertThrows(ReplacedRingException.class, waiting::peer).toString();
      assertTrue(
          message.contains("was replaced by another file, so no writer can attach"), message);
      Files.delete(ring.file());
      message = assertThrows(ReplacedRingException.class, waiting::peer).toString();
      assertTrue(message.contains("was deleted, so no writer can attach"), message);
      waiting.available(); // what is in the ring can still be read
    }
  }

  @Test
  void noticesARingOfAnotherSizeUnderItsName() throws IOException {
    for (int capacity : new int[] {2048, 4096}) {
      Path other = directory.resolve("other");
      IntRing.create(other, capacity);
      try (IntReader reader = ring.reader()) {
        Files.move(other, ring.file(), StandardCopyOption.REPLACE_EXISTING);
        assertThrows(ReplacedRingException.class, reader::peer);
        String message = assertThrows(ReplacedRingException.class, ring::writer).toString();
        assertTrue(message.contains("with a capacity of 4096 bytes, now it is "), message);
        assertEquals(0, reader.available());
      }
      Files.delete(ring.file());
      create();
    }
  }

  /** What is looked at is the file, not the one that has its name now. */
  @Test
  void aShorterFileOfThatNameIsNoTruncation() throws Exception {
    Path link = Files.createLink(directory.resolve("link"), ring.file());
    try (IntReader reader = ring.reader()) {
      IntWriter writer = ring.writer();
      Files.write(Files.createFile(directory.resolve("short")), new byte[9]);
      Files.move(directory.resolve("short"), ring.file(), StandardCopyOption.REPLACE_EXISTING);
      writer.close();
      assertEquals(Peer.CLOSED, reader.peer());
      RingFile.put(link, RingFile.TAIL, -1);
      assertThrows(CorruptRingException.class, reader::poll);
    }
  }

  @Test
  void aPeerThatDiedCannotReturnToAnotherFile() throws Exception {
    try (IntReader reader = ring.reader();
        Child child = Holder.start("writer", ring)) {
      Files.delete(ring.file());
      assertEquals(Peer.ALIVE, reader.peer());
      child.kill();
      assertThrows(ReplacedRingException.class, reader::peer);
      assertEquals(3, reader.drain(value -> {}, 9));
    }
  }
}
