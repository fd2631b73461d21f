package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.testing.Await;
import org.reactiveserializer.testing.Child;

/** The locks: who has them, what keeps them, and what happens if one is lost. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RingLockTest {
  private static final String MAY_LOOK = "or one that attaches was stopped: continue that one";

  @TempDir Path directory;
  private IntRing ring;

  @BeforeEach
  void create() throws IOException {
    ring = IntRing.create(directory.resolve("ring"), 1024);
  }

  @Test
  void refusesASecondWriterAndASecondReader() throws Exception {
    try (IntWriter writer = ring.writer();
        IntReader reader = ring.reader()) {
      long own = ProcessHandle.current().pid();
      RingInUseException inUse = assertThrows(RingInUseException.class, ring::writer);
      assertEquals(own, inUse.pid());
      assertEquals(
          ring.file()
              + " has a writer: process "
              + own
              + ", this one. There can be one at a time. Close it first",
          inUse.getMessage());
      assertThrows(RingInUseException.class, ring::reader);
      assertTrue(writer.offer(1));
      assertEquals(1, reader.poll());
    }
  }

  @Test
  void refusesASecondWriterOfAnotherProcess() throws Exception {
    try (Child child = Holder.start("writer", ring)) {
      RingInUseException inUse = assertThrows(RingInUseException.class, ring::writer);
      assertEquals(child.process().pid(), inUse.pid());
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
      assertTrue(inUse.toString().contains(MAY_LOOK), inUse.toString());
    }
    try (Child dead = Holder.start("writer", ring)) {
      dead.kill();
      try (Child looking = Child.start(LockHolder.class, ring.file(), LockHolder.WRITER)) {
        assertEquals("true", looking.line());
        String message = assertThrows(RingInUseException.class, ring::writer).toString();
        assertTrue(message.contains("has a writer: process " + dead.process().pid()), message);
        assertTrue(message.contains(MAY_LOOK), message);
      }
    }
  }

  /**
   * On POSIX systems, a process loses its locks on a file when it closes any channel of it. What
   * must not close one: attaching, successfully or not, reading a header, closing the other end, an
   * interrupt.
   */
  @Test
  void keepsTheLock() throws Exception {
    try (IntWriter writer = ring.writer()) {
      assertThrows(RingInUseException.class, ring::writer);
      assertRefused();
      assertThrows(RingHeaderException.class, () -> MessageRing.attach(ring.file()));
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
        assertEquals(child.process().pid(), lost.pid());
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
}
