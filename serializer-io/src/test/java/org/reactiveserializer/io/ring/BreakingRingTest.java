package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.io.internal.ring.Attaching;
import org.reactiveserializer.io.internal.ring.Attachment;
import org.reactiveserializer.io.internal.ring.Header;
import org.reactiveserializer.io.internal.ring.RingKind;
import org.reactiveserializer.io.internal.ring.Side;
import org.reactiveserializer.testing.Await;

/** Files that are overwritten by another process while a ring is in use. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BreakingRingTest extends BothRingsFixture {
  @Test
  void aReaderIndexOfIntsThatIsImpossible() throws IOException {
    fill();
    for (long head : new long[] {-1, (1 << 14) + 1, Long.MIN_VALUE}) {
      RingFile.put(ints.file(), RingFile.HEAD, head);
      CorruptRingException corrupt =
          assertThrows(CorruptRingException.class, () -> intWriter.offer(1));
      assertEquals(
          ints.file() + ": the reader's index is " + head + ", possible are 0 to 16384",
          corrupt.getMessage());
      assertSame(corrupt, assertThrows(CorruptRingException.class, () -> intWriter.offer(1)));
      assertSame(corrupt, assertThrows(CorruptRingException.class, () -> intWriter.room()));
      intWriter.close();
      assertEquals(Peer.FAILED, intReader.peer());
      RingFile.put(ints.file(), RingFile.HEAD, 0);
      intWriter = ints.writer();
    }
  }

  /** They are checked when a side attaches; what is in the file a moment later is not believed. */
  @Test
  void indicesThatBecomeImpossibleWhileAnEndIsOpened() throws IOException {
    closeAll();
    for (int field : new int[] {RingFile.HEAD, RingFile.TAIL}) {
      for (long value : new long[] {1 << 30, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 62}) {
        for (Side side : Side.values()) {
          assertImpossible(ints.file(), RingKind.INTS, side, field, value);
          assertImpossible(messages.file(), RingKind.MESSAGES, side, field, value);
        }
      }
    }
    openAll();
  }

  private static void assertImpossible(Path file, RingKind kind, Side side, int field, long value)
      throws IOException {
    Header header = Attaching.readHeader(file, kind, RingAccess.OWNER);
    Attachment attachment =
        Attaching.attach(file, side, header, RingAccess.OWNER, Duration.ofSeconds(2));
    RingFile.put(file, field, value);
    try (RingEnd end = open(attachment, kind, side)) {
      assertThrows(CorruptRingException.class, () -> use(end), end + " " + field + " " + value);
    } finally {
      RingFile.put(file, field, 0);
    }
  }

  private static RingEnd open(Attachment attachment, RingKind kind, Side side) {
    if (kind == RingKind.INTS) {
      return side == Side.WRITER ? new IntWriter(attachment) : new IntReader(attachment);
    }
    return side == Side.WRITER ? new MessageWriter(attachment) : new MessageReader(attachment);
  }

  private static Object use(RingEnd end) {
    if (end instanceof IntWriter writer) {
      return writer.offer(1);
    } else if (end instanceof MessageWriter writer) {
      return writer.offer(ByteBuffer.wrap(new byte[8], 0, 8));
    } else if (end instanceof IntReader reader) {
      return reader.poll();
    } else {
      return "" + ((MessageReader) end).next();
    }
  }

  @Test
  void anEndThatCannotBeMadeReleasesItsLock() throws IOException {
    intWriter.close();
    Header header = Attaching.readHeader(ints.file(), RingKind.INTS, RingAccess.OWNER);
    Attachment attachment =
        Attaching.attach(ints.file(), Side.WRITER, header, RingAccess.OWNER, Duration.ofSeconds(2));
    OutOfMemoryError thrown = new OutOfMemoryError("of the test");
    assertSame(
        thrown,
        assertThrows(
            OutOfMemoryError.class,
            () ->
                Ring.open(
                    attachment,
                    opened -> {
                      throw thrown;
                    })));
    intWriter = ints.writer();
  }

  private void fill() {
    assertEquals(1 << 14, intWriter.offer(new int[1 << 14], 0, 1 << 14));
  }

  @Test
  void aWriterIndexOfIntsThatIsImpossible() throws IOException {
    for (long tail : new long[] {-1, (1 << 14) + 1, Long.MAX_VALUE}) {
      RingFile.put(ints.file(), RingFile.TAIL, tail);
      CorruptRingException corrupt =
          assertThrows(CorruptRingException.class, () -> intReader.poll());
      assertEquals(
          ints.file() + ": the writer's index is " + tail + ", possible are 0 to 16384",
          corrupt.getMessage());
      assertSame(corrupt, assertThrows(CorruptRingException.class, () -> intReader.peek(1)));
      intReader.close();
      RingFile.put(ints.file(), RingFile.TAIL, 0);
      intReader = ints.reader();
    }
  }

  @Test
  void indicesOfMessagesThatAreImpossible() throws IOException {
    RingFile.put(messages.file(), RingFile.TAIL, 12);
    assertThrows(CorruptRingException.class, () -> messageReader.next());
    RingFile.put(messages.file(), RingFile.TAIL, 0);
    while (messageWriter.offer(ByteBuffer.wrap(new byte[1000], 0, 1000))) {}
    messageWriter.close();
    messageWriter = messages.writer();
    RingFile.put(messages.file(), RingFile.HEAD, 4);
    assertThrows(
        CorruptRingException.class,
        () -> {
          while (messageWriter.offer(ByteBuffer.wrap(new byte[1000], 0, 1000))) {}
        });
  }

  /** Each fault of a record is noticed before anything of it is passed on. */
  @Test
  void recordsThatNoWriterMakes() throws IOException {
    long[] bad = {
      0, // nothing
      prefix(0, 0),
      prefix(0, (1 << 13) + 1), // longer than the largest
      prefix(0, Integer.MAX_VALUE),
      prefix(0, Integer.MIN_VALUE),
      prefix(0, -24), // padding that ends before the end
      prefix(0, -(1 << 16)), // padding of the whole ring
      prefix(1, 16), // the stamp of another index
      -1,
    };
    for (long prefix : bad) {
      messageWriter.close();
      messageReader.close();
      RingFile.put(messages.file(), RingFile.TAIL, 0);
      RingFile.put(messages.file(), RingFile.HEAD, 0);
      RingFile.put(messages.file(), RingFile.HEADER, 0);
      messageWriter = messages.writer();
      messageReader = messages.reader();
      messageWriter.offer(ByteBuffer.wrap(new byte[16], 0, 16));
      RingFile.put(messages.file(), RingFile.HEADER, prefix);
      CorruptRingException corrupt =
          assertThrows(CorruptRingException.class, () -> messageReader.next());
      assertTrue(
          corrupt.toString().contains("the record at index 0 begins with %016x".formatted(prefix)),
          corrupt.getMessage());
      assertSame(corrupt, assertThrows(CorruptRingException.class, () -> messageReader.next()));
    }
  }

  /** Messages of one length are read by a short way; it ends a capacity behind the last look. */
  @Test
  void aReaderLooksAfterOneCapacityThatItsLockIsLost() throws IOException {
    for (int i = 0; i < 10; i++) {
      assertTrue(messageWriter.offer(ByteBuffer.wrap(new byte[56], 0, 56)));
      assertNotNull(messageReader.next());
    }
    messageReader.release();
    for (int i = 0; i <= 16; i++) {
      assertNull(messageReader.next()); // the last one looks: not at the start of the data
    }
    RingFile.put(messages.file(), RingFile.READER_EPOCH, 99);
    Await.until(() -> messageReader.attachment.fault() != null, () -> "the fault");
    int[] read = {0};
    assertThrows(
        RingInUseException.class,
        () -> {
          while (messageWriter.offer(ByteBuffer.wrap(new byte[56], 0, 56))
              && messageReader.next() != null) {
            messageReader.release();
            read[0] += 64;
          }
        });
    assertTrue(read[0] > 0 && read[0] <= 1 << 16, read[0] + " bytes");
  }

  /** A record that is as long as the one before it must lie within the data, like any other. */
  @Test
  void aRecordOfTheSameLengthBehindTheEndOfTheData(@TempDir Path directory) throws IOException {
    MessageRing ring = MessageRing.create(directory.resolve("small"), 4096);
    try (MessageWriter writer = ring.writer();
        MessageReader reader = ring.reader()) {
      int size = 48;
      int last = 4096 / size * size; // a record there would not fit before the end
      for (int at = 0; at < last; at += size) {
        assertTrue(writer.offer(ByteBuffer.wrap(new byte[40], 0, 40)));
      }
      for (int at = 0; at < last; at += size) {
        assertNotNull(reader.next());
      }
      RingFile.put(ring.file(), RingFile.HEADER + last, prefix(last >> 3, 40));
      CorruptRingException corrupt = assertThrows(CorruptRingException.class, reader::next);
      assertTrue(corrupt.toString().contains("the record at index " + last), corrupt.toString());
    }
  }

  /** Or behind what the writer may have written: a ring keeps 8 bytes free. */
  @Test
  void aRecordOfTheSameLengthBehindTheRoom(@TempDir Path directory) throws IOException {
    MessageRing ring = MessageRing.create(directory.resolve("small"), 4096);
    try (MessageWriter writer = ring.writer();
        MessageReader reader = ring.reader()) {
      int size = 64; // so that there is no padding
      for (int i = 0; i < 4; i++) {
        assertTrue(writer.offer(ByteBuffer.wrap(new byte[56], 0, 56)));
      }
      assertEquals(
          4, reader.drain(message -> {}, 4)); // and so the head is not at the start of the data
      int read = 0;
      while (writer.offer(ByteBuffer.wrap(new byte[56], 0, 56))) {
        assertNotNull(reader.next());
        read++;
      }
      assertEquals(63, read); // the next would reach up to the head
      int index = (4 + 63) * size;
      RingFile.put(ring.file(), RingFile.HEADER + index % 4096, prefix(index >> 3, 56));
      assertThrows(CorruptRingException.class, reader::next);
    }
  }

  @Test
  void aReaderThatEndedPassesNoMoreMessagesOfTheSameLength() {
    for (int i = 0; i < 4; i++) {
      assertTrue(messageWriter.offer(ByteBuffer.wrap(new byte[16], 0, 16)));
    }
    assertNotNull(messageReader.next());
    assertNotNull(messageReader.next());
    messageReader.close();
    assertThrows(IllegalStateException.class, () -> messageReader.next());
  }

  @Test
  void trimBelievesNoLengthInTheFile() throws IOException {
    messageWriter.claim(8);
    RingFile.put(messages.file(), RingFile.HEADER, prefix(0, 5000));
    assertThrows(IllegalArgumentException.class, () -> messageWriter.trim(5000));
    messageWriter.trim(3);
    assertThrows(IllegalArgumentException.class, () -> messageWriter.trim(4));
    messageWriter.publish();
    assertEquals(1, messageReader.drain(message -> assertEquals(3, message.remaining()), 9));
  }

  private static long prefix(int stamp, int length) {
    return (long) stamp << 32 | (length & 0xffffffffL);
  }
}
