package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.io.internal.ring.Records;

/**
 * A writer of messages that is stopped after each store with which it publishes, for good: what it
 * leaves in the file is read by new ends. Its messages imitate records: each word looks like a record
 * that is published at this place in the next round.
 */
class PublicationStopsTest {
  private static final int CAPACITY = 4096;
  private static final int ROUNDS = 3;
  private static final int SEEDS = 25;
  private static final int MARK = 1234;

  @TempDir Path directory;

  /** The stores in the order in which the writer makes them. */
  private static final int[] ZERO_RECORD_TAIL = {0, 1, 2};

  private static final int[] RECORD_ZERO_TAIL = {1, 0, 2};
  private static final int[] ZERO_TAIL_RECORD = {0, 2, 1};

  /** From so many stores on, the messages are published. */
  private static final int PUBLISHING = 2;

  @Test
  void aBatchIsThereAsAWholeOrNotAtAll() throws IOException {
    play(ZERO_RECORD_TAIL);
  }

  /** Twin: publishes before there is a zero behind. */
  @Test
  void detectsAnImitatedRecord() {
    assertThrows(AssertionError.class, () -> play(RECORD_ZERO_TAIL));
  }

  /** Twin: moves the tail before the record is there. */
  @Test
  void detectsATailThatIsMovedTooEarly() {
    assertThrows(CorruptRingException.class, () -> play(ZERO_TAIL_RECORD));
  }

  private void play(int[] order) throws IOException {
    for (int seed = 0; seed < SEEDS; seed++) {
      Path file = directory.resolve("ring");
      Scene scene = new Scene(file, new Random(seed));
      for (int stores = 0; stores <= order.length; stores++) {
        Files.write(file, scene.stoppedAfter(stores, order));
        scene.check(file, stores >= PUBLISHING, "seed " + seed + ", " + stores + " stores");
      }
      Files.delete(file);
    }
  }

  /** What is in the file before and after a batch is published. */
  private static final class Scene {
    private final Random random;
    private final List<Integer> batch = new ArrayList<>();
    private final byte[] before;
    private final int[] offsets = new int[3]; // of the zero, the first record, and the tail
    private final long[] values = new long[3];
    private int messages;
    private long round = 1; // the next
    private int last;

    Scene(Path file, Random random) throws IOException {
      this.random = random;
      MessageRing ring = MessageRing.create(file, CAPACITY);
      try (MessageWriter writer = ring.writer();
          MessageReader reader = ring.reader()) {
        while (round <= ROUNDS || random.nextInt(20) != 0) {
          claim(writer, messages++);
          writer.publish();
          reader.drain(message -> {}, Integer.MAX_VALUE);
        }
        for (int i = random.nextInt(3); i >= 0; i--) {
          claim(writer, messages);
          batch.add(messages++);
        }
        before = Files.readAllBytes(file);
        long tail = word(before, RingFile.TAIL);
        writer.publish();
        byte[] after = Files.readAllBytes(file);
        long end = word(after, RingFile.TAIL);
        offsets[0] = RingFile.HEADER + (int) (end % CAPACITY);
        offsets[1] = RingFile.HEADER + (int) (tail % CAPACITY);
        offsets[2] = RingFile.TAIL;
        for (int i = 0; i < offsets.length; i++) {
          values[i] = word(after, offsets[i]);
        }
      }
    }

    /** Claims a message with a number, and with what looks like records everywhere else. */
    private void claim(MessageWriter writer, int number) {
      ByteBuffer place = writer.claim(16 + 8 * random.nextInt(40));
      if (place == null) {
        throw new IllegalStateException("the ring is full");
      }
      int offset = place.position() - RingFile.HEADER;
      if (offset < last) {
        round++;
      }
      last = offset;
      for (int at = place.position(); at < place.limit(); at += 8) {
        place.putLong(at, Records.prefix(round * CAPACITY + at - RingFile.HEADER, 8));
      }
      place.putInt(place.position(), number);
    }

    byte[] stoppedAfter(int stores, int[] order) {
      byte[] bytes = before.clone();
      for (int i = 0; i < stores; i++) {
        buffer(bytes).putLong(offsets[order[i]], values[order[i]]);
      }
      return bytes;
    }

    void check(Path file, boolean isPublished, String when) throws IOException {
      List<Integer> expected = isPublished ? batch : List.of();
      MessageRing ring = MessageRing.attach(file);
      try (MessageReader reader = ring.reader()) {
        assertEquals(expected, numbers(reader), when + ": without a successor");
      }
      // All is released, and the tail may be less than the head.
      try (MessageReader reader = ring.reader();
          MessageWriter writer = ring.writer()) {
        assertEquals(List.of(), numbers(reader), when + ": after the reader, too, was restarted");
        claim(writer, MARK);
        writer.publish();
        assertEquals(List.of(MARK), numbers(reader), when + ": with a successor");
      }
    }

    private static List<Integer> numbers(MessageReader reader) {
      List<Integer> numbers = new ArrayList<>();
      reader.drain(message -> numbers.add(message.getInt(message.position())), Integer.MAX_VALUE);
      return numbers;
    }

    private static long word(byte[] bytes, int offset) {
      return buffer(bytes).getLong(offset);
    }

    private static ByteBuffer buffer(byte[] bytes) {
      return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    }
  }
}
