package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.io.internal.ring.Attaching;
import org.reactiveserializer.io.internal.ring.Attachment;
import org.reactiveserializer.io.internal.ring.Header;
import org.reactiveserializer.io.internal.ring.RingKind;
import org.reactiveserializer.io.internal.ring.Side;
import org.reactiveserializer.io.support.Await;

/** Files that are truncated, or overwritten by another process, while a ring is in use. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BreakingRingTest {
  private static final int HEADER = 4096;
  static final int TAIL = 128;
  static final int HEAD = 256;

  @TempDir Path directory;
  private IntRing ints;
  private IntWriter intWriter;
  private IntReader intReader;
  private MessageRing messages;
  private MessageWriter messageWriter;
  private MessageReader messageReader;

  @BeforeEach
  void open() throws IOException {
    ints = IntRing.create(directory.resolve("ints"), 1 << 14);
    messages = MessageRing.create(directory.resolve("messages"), 1 << 16);
    openAll();
  }

  private void openAll() throws IOException {
    intWriter = ints.writer();
    intReader = ints.reader();
    messageWriter = messages.writer();
    messageReader = messages.reader();
  }

  @AfterEach
  void closeAll() {
    intWriter.close();
    intReader.close();
    messageWriter.close();
    messageReader.close();
  }

  @Test
  void truncatedDataOfInts() throws Throwable {
    intWriter.offer(new int[1 << 13], 0, 1 << 13);
    intReader.drain(value -> {}, 1 << 12);
    truncate(ints.file(), HEADER);
    assertTruncated(ints.file(), HEADER, () -> intWriter.offer(1));
    assertTruncated(ints.file(), HEADER, () -> intReader.drain(value -> {}, 9));
    assertTruncated(ints.file(), HEADER, () -> intReader.poll());
    assertTruncated(ints.file(), HEADER, () -> intWriter.claim(9));
  }

  @Test
  void truncatedDataOfMessages() throws Throwable {
    messageWriter.offer(new byte[5000], 0, 5000);
    messageWriter.offer(new byte[5000], 0, 5000);
    assertEquals(1, messageReader.drain(message -> {}, 1));
    truncate(messages.file(), HEADER);
    assertTruncated(messages.file(), HEADER, () -> messageWriter.offer(new byte[8], 0, 8));
    assertTruncated(messages.file(), HEADER, () -> messageReader.next());
    assertTruncated(messages.file(), HEADER, () -> messageReader.drain(message -> {}, 9));
    assertTruncated(messages.file(), HEADER, () -> messageWriter.claim(9));
  }

  @Test
  void truncatedToNothing() throws Throwable {
    intWriter.offer(1);
    truncate(ints.file(), 0);
    assertTruncated(ints.file(), 0, () -> intWriter.peer());
    assertTruncated(ints.file(), 0, () -> intReader.poll());
    assertTruncated(ints.file(), 0, () -> intWriter.offer(1));
    intWriter.close();
    intReader.close();
    assertThrows(IllegalStateException.class, () -> intWriter.offer(1));
  }

  @Test
  void closingAReaderOfATruncatedFileInADrainClosesIt() {
    intWriter.offer(1);
    intWriter.offer(2);
    messageWriter.offer(new byte[8], 0, 8);
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
      Path file, RingEnd reader, Consumer<Runnable> drain, Executable use) {
    try {
      drain.accept(
          () -> {
            try {
              truncate(file, 0);
            } catch (IOException failed) {
              throw new UncheckedIOException(failed);
            }
            reader.close();
          });
      for (int i = 0; i < 100; i++) {
        Thread.yield(); // so that a late fault is reported here
      }
    } catch (TruncatedRingException | InternalError noticed) {
      // What was read cannot be released.
    }
    assertThrows(IllegalStateException.class, use);
    assertThrows(IllegalStateException.class, reader::peer);
  }

  /** Between two looks at the size, so that it is never seen to be too short. */
  @Test
  void truncatedAndExtendedAgain() throws Throwable {
    intWriter.offer(1);
    try (RandomAccessFile access = new RandomAccessFile(ints.file().toFile(), "rw")) {
      long size = access.length();
      access.setLength(HEADER);
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
    String expected = ints.file() + " was truncated, and extended again: ";
    assertTrue((fault + "").startsWith(expected), fault + "");
  }

  /** Code that is compiled may report a fault late, and go on until then. */
  private static void assertTruncated(Path file, long size, Executable use) throws Throwable {
    while (true) {
      try {
        use.execute();
      } catch (InternalError late) {
        assertTrue(late.toString().contains("unsafe memory access"), late.toString());
      } catch (TruncatedRingException noticed) {
        String fault = file + " was truncated: it has " + size + " bytes, ";
        assertTrue(noticed.toString().contains(fault), noticed.toString());
        assertThrows(TruncatedRingException.class, use);
        return;
      }
    }
  }

  @Test
  void aReaderIndexOfIntsThatIsImpossible() throws IOException {
    fill();
    for (long head : new long[] {-1, (1 << 14) + 1, Long.MIN_VALUE}) {
      put(ints.file(), HEAD, head);
      CorruptRingException corrupt =
          assertThrows(CorruptRingException.class, () -> intWriter.offer(1));
      assertEquals(
          ints.file() + ": the reader's index is " + head + ", possible are 0 to 16384",
          corrupt.getMessage());
      assertSame(corrupt, assertThrows(CorruptRingException.class, () -> intWriter.claim(1)));
      assertSame(corrupt, assertThrows(CorruptRingException.class, () -> intWriter.publish(0)));
      assertSame(corrupt, assertThrows(CorruptRingException.class, () -> intWriter.offer(1)));
      assertSame(corrupt, assertThrows(CorruptRingException.class, () -> intWriter.room()));
      intWriter.close();
      assertEquals(Peer.FAILED, intReader.peer());
      put(ints.file(), HEAD, 0);
      intWriter = ints.writer();
    }
  }

  /** They are checked when a side attaches; what is in the file a moment later is not believed. */
  @Test
  void indicesThatBecomeImpossibleWhileAnEndIsOpened() throws IOException {
    closeAll();
    for (int field : new int[] {HEAD, TAIL}) {
      for (long value : new long[] {1 << 30, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 62}) {
        for (Side side : Side.values()) {
          assertImpossible(ints.file(), RingKind.INTS, side, field, value);
          assertImpossible(messages.file(), RingKind.MESSAGES, side, field, value);
        }
      }
    }
    openAll();
  }

  private static void assertImpossible(
      Path file, RingKind kind, Side side, int field, long value) throws IOException {
    Header header = Attaching.readHeader(file, kind);
    Attachment attachment = Attaching.attach(file, side, header, Duration.ofSeconds(2));
    put(file, field, value);
    try (RingEnd end = open(attachment, kind, side)) {
      assertThrows(CorruptRingException.class, () -> use(end), end + " " + field + " " + value);
    } finally {
      put(file, field, 0);
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
      return writer.offer(new byte[8], 0, 8);
    } else if (end instanceof IntReader reader) {
      return reader.poll();
    } else {
      return "" + ((MessageReader) end).next();
    }
  }

  @Test
  void anEndThatCannotBeMadeReleasesItsLock() throws IOException {
    intWriter.close();
    Header header = Attaching.readHeader(ints.file(), RingKind.INTS);
    Attachment attachment =
        Attaching.attach(ints.file(), Side.WRITER, header, Duration.ofSeconds(2));
    OutOfMemoryError thrown = new OutOfMemoryError("of the test");
    assertSame(
        thrown,
        assertThrows(
            OutOfMemoryError.class,
            () ->
                RingEnd.open(
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
      put(ints.file(), TAIL, tail);
      CorruptRingException corrupt =
          assertThrows(CorruptRingException.class, () -> intReader.poll());
      assertEquals(
          ints.file() + ": the writer's index is " + tail + ", possible are 0 to 16384",
          corrupt.getMessage());
      assertSame(corrupt, assertThrows(CorruptRingException.class, () -> intReader.peek(1)));
      intReader.close();
      put(ints.file(), TAIL, 0);
      intReader = ints.reader();
    }
  }

  @Test
  void indicesOfMessagesThatAreImpossible() throws IOException {
    put(messages.file(), TAIL, 12);
    assertThrows(CorruptRingException.class, () -> messageReader.next());
    put(messages.file(), TAIL, 0);
    while (messageWriter.offer(new byte[1000], 0, 1000)) {}
    messageWriter.close();
    messageWriter = messages.writer();
    put(messages.file(), HEAD, 4);
    assertThrows(
        CorruptRingException.class,
        () -> {
          while (messageWriter.offer(new byte[1000], 0, 1000)) {}
        });
  }

  /** Each fault of a record is noticed before anything of it is passed on. */
  @Test
  void recordsThatNoWriterMakes() throws IOException {
    long[] bad = {
      0, // nothing
      prefix(0, 0),
      prefix(0, 17), // reaches behind the tail
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
      put(messages.file(), TAIL, 0);
      put(messages.file(), HEAD, 0);
      messageWriter = messages.writer();
      messageReader = messages.reader();
      messageWriter.offer(new byte[16], 0, 16);
      put(messages.file(), HEADER, prefix);
      CorruptRingException corrupt =
          assertThrows(CorruptRingException.class, () -> messageReader.next());
      assertTrue(
          corrupt.toString().contains("the record at index 0 begins with %016x".formatted(prefix)),
          corrupt.getMessage());
      assertSame(corrupt, assertThrows(CorruptRingException.class, () -> messageReader.next()));
    }
  }

  @Test
  void trimBelievesNoLengthInTheFile() throws IOException {
    messageWriter.claim(8);
    put(messages.file(), HEADER, prefix(0, 5000));
    assertThrows(IllegalArgumentException.class, () -> messageWriter.trim(5000));
    messageWriter.trim(3);
    assertThrows(IllegalArgumentException.class, () -> messageWriter.trim(4));
    messageWriter.publish();
    assertEquals(
        1, messageReader.drain(message -> assertEquals(3, message.remaining()), 9));
  }

  private static long prefix(int stamp, int length) {
    return (long) stamp << 32 | (length & 0xffffffffL);
  }

  static void truncate(Path file, long size) throws IOException {
    try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
      access.setLength(size);
    }
  }

  static void put(Path file, int at, long value) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(8).order(ByteOrder.nativeOrder()).putLong(0, value);
    try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw");
        FileChannel channel = access.getChannel()) {
      channel.write(bytes, at);
    }
  }
}
