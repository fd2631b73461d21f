package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.testing.Attack;

/**
 * Random bytes in each field of the header, in the records, and everywhere. To open and to use such
 * a file either works or throws a {@link RingException}: it does not throw anything else, does not
 * read more than is in the file, and ends.
 *
 * <p>Some seconds by default; {@code -Dring.stress.minutes} sets the minutes of each test.
 */
@Timeout(value = 1, unit = TimeUnit.HOURS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FuzzTest {
  /** How many files are tried at least, however slow the machine is. */
  private static final int LEAST = 150;

  private static final int LEAST_AT_LENGTH = 10_000;

  private static final int HEADER = HostileFile.HEADER;
  private static final int CAPACITY = HostileFile.CAPACITY;
  private static final int[] FIELDS = {
    0, 8, 12, 16, 20, 24, 32, 40, 128, 256, 384, 392, 400, 408, 416, 512, 520, 528, 536, 544
  };

  @TempDir Path directory;
  private final Random random = new Random(42);
  private Path file;
  private byte[] goodInts;
  private byte[] goodMessages;
  private int least = LEAST;
  private int refused;
  private int accepted;

  @BeforeEach
  void create() throws IOException {
    file = directory.resolve("ring");
    goodInts = HostileFile.goodInts(file);
    goodMessages = HostileFile.goodMessages(file);
  }

  @Attack
  void fieldsOfTheHeader() throws IOException {
    fuzz(
        bytes -> {
          int field = FIELDS[random.nextInt(FIELDS.length)];
          if (random.nextBoolean()) {
            put(bytes, field, interesting(random));
          } else {
            for (int i = 0; i <= random.nextInt(8); i++) {
              bytes[field + random.nextInt(8)] = (byte) random.nextInt();
            }
          }
          return bytes;
        });
    assertTrue(refused > 0 && accepted > 0, refused + " refused, " + accepted + " accepted");
  }

  @Attack
  void records() throws IOException {
    fuzz(
        bytes -> {
          for (int i = 0; i <= random.nextInt(20); i++) {
            if (random.nextBoolean()) {
              bytes[HEADER + random.nextInt(CAPACITY)] = (byte) random.nextInt();
            } else {
              put(bytes, HEADER + random.nextInt(CAPACITY / 8) * 8, interesting(random));
            }
          }
          return bytes;
        });
    assertTrue(refused > 0 && accepted > 0, refused + " refused, " + accepted + " accepted");
  }

  @Attack
  void everything() throws IOException {
    fuzz(
        bytes -> {
          byte[] other = new byte[random.nextInt(3) == 0 ? random.nextInt(9000) : bytes.length];
          random.nextBytes(other);
          int kept = Math.min(other.length, random.nextInt(3) * 44);
          System.arraycopy(bytes, 0, other, 0, kept); // so that some have a good beginning
          return other;
        });
    assertTrue(refused > 0);
  }

  @Attack
  @Tag("thorough")
  void atLength() throws IOException {
    least = LEAST_AT_LENGTH;
    fieldsOfTheHeader();
    records();
    everything();
  }

  /** The harness must notice code that believes a file. */
  @Test
  void noticesCodeThatBelievesTheFile() {
    assertThrows(
        AssertionError.class,
        () -> {
          for (int i = 0; i < 100_000; i++) {
            byte[] bytes = goodMessages.clone();
            put(bytes, HEADER + random.nextInt(CAPACITY / 8) * 8, interesting(random));
            check(bytes, () -> believe(ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder())));
          }
          throw new IllegalStateException("nothing was noticed");
        });
  }

  /** Reads messages without a look at their lengths. */
  private static int believe(ByteBuffer bytes) {
    int read = 0;
    long tail = bytes.getLong(128);
    for (long head = bytes.getLong(256); head < tail; read++) {
      int at = HEADER + (int) (head % CAPACITY);
      int length = bytes.getInt(at);
      if (length > 0) {
        bytes.slice(at + 8, length);
        head += 8 + (length + 7 & -8);
      } else {
        head -= length;
      }
      if (read > CAPACITY) {
        break;
      }
    }
    return read;
  }

  private interface Change {
    byte[] apply(byte[] bytes);
  }

  private void fuzz(Change change) throws IOException {
    Long minutes = Long.getLong("ring.stress.minutes");
    long nanos = minutes == null ? 0 : TimeUnit.MINUTES.toNanos(minutes);
    long start = System.nanoTime();
    int before = refused + accepted;
    while (System.nanoTime() - start < nanos || refused + accepted - before < least) {
      byte[] bytes = change.apply(goodInts.clone());
      check(bytes, () -> HostileFile.useInts(file, bytes));
      byte[] others = change.apply(goodMessages.clone());
      check(others, () -> HostileFile.useMessages(file, others));
    }
    System.out.println(
        "Rings: " + (refused + accepted) + " files, of which " + refused + " were refused");
  }

  private void check(byte[] bytes, HostileFile.Use use) throws IOException {
    if (HostileFile.isAccepted(file, bytes, use)) {
      accepted++;
    } else {
      refused++;
    }
  }

  static long interesting(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> 0;
      case 1 -> -1;
      case 2 -> 1L << random.nextInt(64);
      case 3 -> (1L << random.nextInt(64)) - 1;
      case 4 -> random.nextInt(2 * CAPACITY);
      default -> random.nextLong();
    };
  }

  private static void put(byte[] bytes, int at, long value) {
    ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).putLong(at, value);
  }
}
