package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.reactiveserializer.testing.Attack;
import org.reactiveserializer.testing.Await;

/** Files that are truncated while a ring is in use. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TruncationTest extends BothRingsFixture {
  @Attack
  void truncatedDataOfInts() throws Throwable {
    intWriter.offer(new int[1 << 13], 0, 1 << 13);
    intReader.drain(value -> {}, 1 << 12);
    RingFile.truncate(ints.file(), RingFile.HEADER);
    assertTruncated(ints.file(), RingFile.HEADER, () -> intWriter.offer(1));
    assertTruncated(ints.file(), RingFile.HEADER, () -> intReader.drain(value -> {}, 9));
    assertTruncated(ints.file(), RingFile.HEADER, () -> intReader.poll());
    assertTruncated(ints.file(), RingFile.HEADER, () -> intWriter.offer(new int[9], 0, 9));
  }

  @Attack
  void truncatedDataOfMessages() throws Throwable {
    messageWriter.offer(ByteBuffer.wrap(new byte[5000], 0, 5000));
    messageWriter.offer(ByteBuffer.wrap(new byte[5000], 0, 5000));
    assertEquals(1, messageReader.drain(message -> {}, 1));
    RingFile.truncate(messages.file(), RingFile.HEADER);
    assertTruncated(
        messages.file(),
        RingFile.HEADER,
        () -> messageWriter.offer(ByteBuffer.wrap(new byte[8], 0, 8)));
    assertTruncated(messages.file(), RingFile.HEADER, () -> messageReader.next());
    assertTruncated(messages.file(), RingFile.HEADER, () -> messageReader.drain(message -> {}, 9));
    assertTruncated(messages.file(), RingFile.HEADER, () -> messageWriter.claim(9));
  }

  @Attack
  void truncatedToNothing() throws Throwable {
    intWriter.offer(1);
    RingFile.truncate(ints.file(), 0);
    assertTruncated(ints.file(), 0, () -> intWriter.peer());
    assertTruncated(ints.file(), 0, () -> intReader.poll());
    assertTruncated(ints.file(), 0, () -> intWriter.offer(1));
    intWriter.close();
    intReader.close();
    assertThrows(IllegalStateException.class, () -> intWriter.offer(1));
  }

  /** A second look would find zeros, which say that there was never a reader. */
  @Attack
  void peerRemembersATruncation() throws Exception {
    long size = Files.size(ints.file());
    AtomicReference<@Nullable Throwable> first = new AtomicReference<>();
    RingFile.truncate(ints.file(), 0);
    while (first.get() == null) {
      RingFile.provoke(
          () -> {
            try {
              intWriter.peer();
            } catch (TruncatedRingException truncated) {
              first.set(truncated);
            }
          });
    }
    RingFile.truncate(ints.file(), size);
    assertSame(first.get(), assertThrows(TruncatedRingException.class, intWriter::peer));
    assertSame(first.get(), assertThrows(TruncatedRingException.class, () -> intWriter.offer(1)));
  }

  @Attack
  void closingAReaderOfATruncatedFileInADrainClosesIt() throws Exception {
    intWriter.offer(1);
    intWriter.offer(2);
    messageWriter.offer(ByteBuffer.wrap(new byte[8], 0, 8));
    closesWhileTruncated(
        ints.file(),
        intReader,
        close -> intReader.drain(value -> close.run(), 9),
        () -> intReader.poll());
    closesWhileTruncated(
        messages.file(),
        messageReader,
        close -> messageReader.drain(value -> close.run(), 9),
        () -> messageReader.next());
  }

  private static void closesWhileTruncated(
      Path file, RingEnd reader, Consumer<Runnable> drain, Executable use)
      throws InterruptedException {
    RingFile.provoke(
        () -> {
          try {
            drain.accept(
                () -> {
                  truncate(file);
                  reader.close();
                });
          } catch (TruncatedRingException noticed) {
            // What was read cannot be released.
          }
        });
    assertThrows(IllegalStateException.class, use);
    assertThrows(IllegalStateException.class, reader::peer);
  }

  private static void truncate(Path file) {
    try {
      RingFile.truncate(file, 0);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Between two looks at the size, so that it is hardly ever seen to be too short. */
  @Attack
  void truncatedAndExtendedAgain() throws Throwable {
    intWriter.offer(1);
    try (RandomAccessFile access = new RandomAccessFile(ints.file().toFile(), "rw")) {
      long size = access.length();
      access.setLength(RingFile.HEADER);
      access.setLength(size);
    }
    AtomicReference<@Nullable String> fault = new AtomicReference<>();
    Await.until(
        () -> {
          try {
            intReader.available();
            intWriter.room();
            return false;
          } catch (TruncatedRingException noticed) {
            fault.set(noticed.getMessage());
            return true;
          }
        },
        () -> "the fault");
    String between = ints.file() + " was truncated: it has " + RingFile.HEADER + " bytes"; // seldom
    String expected = ints.file() + " was truncated, and extended again: ";
    String found = fault + "";
    assertTrue(found.startsWith(expected) || found.startsWith(between), found);
  }

  /**
   * Code that is compiled may report a fault late, and go on until then: perhaps until the next round of
   * a loop, perhaps until it is out of it.
   */
  private static void assertTruncated(Path file, long size, Executable use) throws Exception {
    AtomicInteger noticed = new AtomicInteger();
    while (noticed.get() < 2) {
      RingFile.provoke(
          () -> {
            while (noticed.get() < 2) {
              use(file, size, use, noticed);
            }
          });
    }
  }

  private static void use(Path file, long size, Executable use, AtomicInteger noticed) {
    try {
      use.execute();
      assertEquals(0, noticed.get(), "it was noticed once, and works again");
    } catch (TruncatedRingException truncated) {
      String fault = file + " was truncated: it has " + size + " bytes, ";
      assertTrue(truncated.toString().contains(fault), truncated.toString());
      noticed.incrementAndGet();
    } catch (InternalError late) {
      assertTrue(late.toString().contains("unsafe memory access"), late.toString());
    } catch (RuntimeException | Error other) {
      throw other;
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    }
  }
}
