package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.io.support.Await;

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
      assertFalse(reader.isPeerPresent());
      IntWriter writer = ring.writer();
      assertEquals(Peer.ALIVE, reader.peer());
      assertTrue(reader.isPeerPresent());
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
        Child child = holder("writer")) {
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
        Child child = holder("writer")) {
      assertEquals(Peer.ALIVE, reader.peer());
      Platform.signal("STOP", child.process);
      await(reader, Peer.HUNG);
      assertTrue(reader.isPeerPresent());
      Platform.signal("CONT", child.process);
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
      BreakingRingTest.put(ring.file(), WRITER_EPOCH, 2); // or after that
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
    BreakingRingTest.put(ring.file(), WRITER_STATE, state);
  }

  @Test
  void refusesASecondWriterAndASecondReader() throws Exception {
    try (IntWriter writer = ring.writer();
        IntReader reader = ring.reader()) {
      long own = ProcessHandle.current().pid();
      RingInUseException inUse = assertThrows(RingInUseException.class, ring::writer);
      assertEquals(own, inUse.pid());
      assertEquals(
          ring.file() + " has a writer: process " + own
              + ", this one. There can be one at a time. Close it first",
          inUse.getMessage());
      assertThrows(RingInUseException.class, ring::reader);
      assertTrue(writer.offer(1));
      assertEquals(1, reader.poll());
    }
  }

  @Test
  void refusesASecondWriterOfAnotherProcess() throws Exception {
    try (Child child = holder("writer")) {
      RingInUseException inUse = assertThrows(RingInUseException.class, ring::writer);
      assertEquals(child.process.pid(), inUse.pid());
      assertTrue(inUse.toString().contains("has a writer: process " + inUse.pid() + "."));
    }
    ring.writer().close();
  }

  @Test
  void saysThatALockMayBeHeldByAProcessThatLooks() throws Exception {
    IntWriter writer = ring.writer();
    try (Child looking = Child.start(LockHolder.class, ring.file(), LockHolder.WRITER)) {
      assertEquals("false", looking.line()); // it is ours
    }
    writer.close();
    try (Child looking = Child.start(LockHolder.class, ring.file(), LockHolder.WRITER)) {
      assertEquals("true", looking.line());
      RingInUseException inUse = assertThrows(RingInUseException.class, ring::writer);
      String text =
          "the lock of the writer of " + ring.file() + " is held, but its last one, process "
              + ProcessHandle.current().pid() + ", has left. It runs in another container, or a process that";
      assertTrue(inUse.toString().contains(text), inUse.toString());
    }
    try (Child dead = holder("writer")) {
      dead.kill();
      try (Child looking = Child.start(LockHolder.class, ring.file(), LockHolder.WRITER)) {
        assertEquals("true", looking.line());
        String message = assertThrows(RingInUseException.class, ring::writer).toString();
        String text = "process " + dead.process.pid() + ", which does not run here. It runs in another";
        assertTrue(message.contains(text), message);
      }
    }
  }

  /**
   * On POSIX systems, a process loses its locks on a file when it closes any channel of it. What must not
   * close one: attaching, successfully or not, reading a header, closing the other end, an interrupt.
   */
  @Test
  void keepsTheLock() throws Exception {
    try (IntWriter writer = ring.writer()) {
      assertThrows(RingInUseException.class, ring::writer);
      assertRefused();
      assertThrows(RingKindException.class, () -> MessageRing.attach(ring.file()));
      IntRing.attach(ring.file());
      ring.reader().close();
      assertRefused();
      Path link = Files.createLink(directory.resolve("other-name"), ring.file());
      IntRing.attach(link).reader().close();
      assertRefused();
      Thread.currentThread().interrupt();
      IntReader reader = ring.reader();
      assertEquals(Peer.ALIVE, reader.peer());
      assertEquals(Peer.ALIVE, writer.peer());
      reader.close();
      assertEquals(Peer.CLOSED, writer.peer());
      assertTrue(Thread.interrupted(), "the interrupt was lost");
      assertRefused();
    }
    try (Child child = Child.start(Holder.class, "writer", ring.file())) {
      assertEquals("writer of " + ring.file(), child.line());
    }
  }

  /** The check of {@link #keepsTheLock} must notice a lock that is lost. */
  @Test
  void noticesALockThatIsLost() throws Exception {
    if (!Platform.hasSignals()) {
      return; // not POSIX: there the lock is not lost
    }
    try (IntWriter writer = ring.writer()) {
      Files.newByteChannel(ring.file()).close();
      assertThrows(AssertionError.class, this::assertRefused);
      assertThrows(RingException.class, () -> writer.offer(1));
    }
  }

  @Test
  void aReaderNoticesThatItsLockIsLost() throws Exception {
    if (!Platform.hasSignals()) {
      return;
    }
    try (IntWriter writer = ring.writer()) {
      IntReader reader = ring.reader();
      assertTrue(writer.offer(1));
      readHeaderByAnotherClassLoader();
      try (Child child = Child.start(Holder.class, "reader", ring.file())) {
        assertEquals("reader of " + ring.file(), child.line());
        AtomicReference<@Nullable RingException> fault = new AtomicReference<>();
        Await.until(() -> throwsFault(reader::available, fault), () -> "the lost lock");
        RingInUseException lost = assertInstanceOf(RingInUseException.class, fault.get());
        assertEquals(child.process.pid(), lost.pid());
        reader.close();
        assertEquals(Peer.ALIVE, writer.peer()); // the other one's state is as it was
      }
    }
  }

  @Test
  void aWriterNoticesASecondOne() throws Exception {
    if (!Platform.hasSignals()) {
      return;
    }
    try (IntWriter writer = ring.writer()) {
      readHeaderByAnotherClassLoader();
      try (Child child = Child.start(Holder.class, "writer", ring.file())) {
        assertEquals("writer of " + ring.file(), child.line());
        RingException fault = assertThrows(RingException.class, writer::room);
        if (fault instanceof CorruptRingException) {
          String text = "the index of the writer is 3, but this one has stored 0";
          assertTrue(fault.toString().contains(text), fault.toString());
        }
      }
    }
  }

  private static boolean throwsFault(Runnable use, AtomicReference<@Nullable RingException> fault) {
    try {
      use.run();
      return false;
    } catch (RingException noticed) {
      fault.set(noticed);
      return true;
    }
  }

  /** A copy of the library has its own channel of the file, and closes it. */
  private void readHeaderByAnotherClassLoader() throws Exception {
    List<URL> places = new ArrayList<>();
    for (String place : System.getProperty("java.class.path").split(File.pathSeparator)) {
      places.add(Path.of(place).toUri().toURL());
    }
    try (URLClassLoader other =
        new URLClassLoader(places.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
      Class<?> copy = other.loadClass(IntRing.class.getName());
      assertNotSame(IntRing.class, copy);
      copy.getMethod("attach", Path.class).invoke(null, ring.file());
    }
  }

  private void assertRefused() throws IOException {
    try (Child child = Child.start(Holder.class, "writer", ring.file())) {
      String line = child.line();
      assertNotNull(line);
      assertTrue(line.contains("RingInUseException"), line);
    }
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
      assertTrue(message.contains("was replaced by another file, so no writer can attach"), message);
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
      Files.move(
          directory.resolve("short"), ring.file(), StandardCopyOption.REPLACE_EXISTING);
      writer.close();
      assertEquals(Peer.CLOSED, reader.peer());
      BreakingRingTest.put(link, BreakingRingTest.TAIL, -1);
      assertThrows(CorruptRingException.class, reader::poll);
    }
  }

  @Test
  void aPeerThatDiedCannotReturnToAnotherFile() throws Exception {
    try (IntReader reader = ring.reader();
        Child child = holder("writer")) {
      Files.delete(ring.file());
      assertEquals(Peer.ALIVE, reader.peer());
      child.kill();
      assertThrows(ReplacedRingException.class, reader::peer);
      assertEquals(3, reader.drain(value -> {}, 9));
    }
  }

  private Child holder(String side) throws IOException {
    Child child = Child.start(Holder.class, side, ring.file());
    assertEquals(side + " of " + ring.file(), child.line());
    return child;
  }
}
