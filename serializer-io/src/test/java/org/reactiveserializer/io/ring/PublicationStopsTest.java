package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.io.internal.ring.Attaching;
import org.reactiveserializer.io.internal.ring.Attachment;
import org.reactiveserializer.io.internal.ring.Records;
import org.reactiveserializer.io.internal.ring.RingKind;
import org.reactiveserializer.io.internal.ring.Side;

/**
 * A writer of messages is stopped before each store with which it publishes a batch, and after the
 * last, for good. Then new ends read what it has left. The messages imitate records: each word looks
 * like a record that is published at this place in the next round. Some that are claimed are
 * abandoned, and others are shortened.
 */
class PublicationStopsTest {
  private static final int CAPACITY = 4096;
  private static final int ROUNDS = 2;
  private static final int SEEDS = 4;
  private static final int SEEDS_AT_LENGTH = 100;
  private static final int STORES = 3;
  private static final int MARK = 1234;

  @TempDir Path directory;
  private int seeds = SEEDS;
  private int paddedBatches;

  @Test
  void aBatchIsThereAsAWholeOrNotAtAll() throws IOException {
    play(Stopped::new);
    assertTrue(paddedBatches > 0, "no batch began with padding");
  }

  @Test
  @Tag("thorough")
  void aBatchIsThereAsAWholeOrNotAtAllAtLength() throws IOException {
    seeds = SEEDS_AT_LENGTH;
    play(Stopped::new);
  }

  /** Twin: there is no zero yet when it publishes. */
  @Test
  void detectsAWriterThatPublishesBeforeTheZero() {
    AssertionError detected =
        assertThrows(
            AssertionError.class,
            () ->
                play(
                    attachment ->
                        new Stopped(attachment) {
                          @Override
                          void publishClaimed() {
                            storeFirst();
                            storeZero();
                            tail = next;
                            storeTail();
                          }
                        }));
    assertTrue(detected.toString().contains("stopped before store 1"), detected::toString);
  }

  /** Twin: the tail says that something is published which is not there. */
  @Test
  void detectsAWriterThatMovesTheTailFirst() {
    AssertionError detected =
        assertThrows(
            AssertionError.class,
            () ->
                play(
                    attachment ->
                        new Stopped(attachment) {
                          @Override
                          void publishClaimed() {
                            storeZero();
                            long before = tail;
                            tail = next;
                            storeTail();
                            tail = before;
                            storeFirst();
                            tail = next;
                          }
                        }));
    assertTrue(detected.toString().contains("stopped before store 2"), detected::toString);
  }

  /** The writer lives, and its tail is less than the head; meanwhile another reader attaches. */
  @Test
  void aReaderAttachesBetweenTheStores() throws IOException {
    MessageRing ring = MessageRing.create(directory.resolve("ring"), CAPACITY);
    try (Stopped writer = new Stopped(attach(ring.file()))) {
      writer.reserve(8);
      assertTrue(writer.publishUpTo(STORES - 1));
      for (int expected = 1; expected >= 0; expected--) {
        try (MessageReader reader = ring.reader()) {
          assertEquals(expected, reader.drain(message -> {}, 9));
        }
      }
      writer.left = STORES;
      writer.storeTail();
      try (MessageReader reader = ring.reader()) {
        assertEquals(0, reader.drain(message -> {}, 9));
        writer.reserve(8);
        assertTrue(writer.publishUpTo(STORES));
        assertEquals(1, reader.drain(message -> {}, 9));
      }
    }
  }

  private static Attachment attach(Path file) throws IOException {
    return Attaching.attach(
        file,
        Side.WRITER,
        Attaching.readHeader(file, RingKind.MESSAGES, RingAccess.OWNER),
        RingAccess.OWNER,
        Duration.ofSeconds(2));
  }

  private interface Maker {
    Stopped make(Attachment attachment);
  }

  private void play(Maker maker) throws IOException {
    for (int seed = 0; seed < seeds; seed++) {
      for (int stop = 0; stop <= STORES; stop++) {
        for (Successors successors : Successors.values()) {
          new Scene(seed, stop, maker).play(successors);
        }
      }
    }
  }

  private enum Successors {
    /** A reader; then another one, and a writer. */
    READER_FIRST,
    /** A writer, which publishes before anybody has read. */
    WRITER_FIRST
  }

  /** A writer that throws instead of a store, if it is told to. */
  private static class Stopped extends RecordWriter {
    private int left = Integer.MAX_VALUE;
    private boolean hasPublished;

    Stopped(Attachment attachment) {
      super(attachment);
    }

    /** Publishes what is claimed, up to a store; returns whether the one that publishes was made. */
    boolean publishUpTo(int stop) {
      left = stop;
      hasPublished = false;
      try {
        publishClaimed();
      } catch (Stop stopped) {
        // As if it had been killed.
      }
      return hasPublished;
    }

    @Override
    void storeZero() {
      step();
      super.storeZero();
    }

    @Override
    void storeFirst() {
      step();
      super.storeFirst();
      hasPublished = true;
    }

    @Override
    void storeTail() {
      step();
      super.storeTail();
    }

    private void step() {
      if (left-- == 0) {
        throw new Stop();
      }
    }
  }

  private static final class Stop extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private final class Scene {
    private final Random random;
    private final String when;
    private final Path file = directory.resolve("ring");
    private final List<Integer> batch = new ArrayList<>();
    private final MessageRing ring;
    private int messages;

    /** Writes and reads some rounds, and publishes a batch up to the stop. */
    Scene(int seed, int stop, Maker maker) throws IOException {
      random = new Random(seed);
      when = "seed " + seed + ", stopped before store " + stop + ": ";
      ring = MessageRing.create(file, CAPACITY);
      try (Stopped writer = maker.make(attach(file));
          MessageReader reader = ring.reader()) {
        int left =
            seed % 3 == 0 ? 100 : 200 + random.nextInt(CAPACITY); // often near the end of the data
        while (writer.tail < ROUNDS * CAPACITY || CAPACITY - writer.tail % CAPACITY > left) {
          claim(writer, messages++);
          writer.publishClaimed();
          reader.drain(message -> {}, 9);
        }
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
          claim(writer, messages);
          if (batch.isEmpty() && writer.last != writer.tail) {
            paddedBatches++;
          }
          batch.add(messages++);
        }
        if (!writer.publishUpTo(stop)) {
          batch.clear();
        }
      }
    }

    /** Claims a message, and perhaps others before it, which are abandoned, and shortens it. */
    private void claim(Stopped writer, int number) {
      if (writer.next == writer.tail && random.nextInt(4) == 0) {
        for (int i = random.nextInt(3); i >= 0; i--) {
          imitate(writer, writer.reserve(8 + 8 * random.nextInt(20)), 8);
        }
        writer.next = writer.tail;
      }
      int length = 16 + 8 * random.nextInt(40);
      int at = writer.reserve(length);
      imitate(writer, at, length);
      writer.memory.putInt(at, number);
      if (random.nextInt(4) == 0) {
        writer.shorten(8 + random.nextInt(8));
      }
    }

    private void imitate(Stopped writer, int at, int length) {
      long round = writer.last / CAPACITY + 1;
      for (int i = at; i < at + length; i += 8) {
        writer.memory.putLong(i, Records.prefix(round * CAPACITY + i - RingFile.HEADER, 8));
      }
    }

    void play(Successors successors) throws IOException {
      try {
        if (successors == Successors.READER_FIRST) {
          try (MessageReader reader = ring.reader()) {
            assertRead(reader, batch);
          }
          batch.clear();
        }
        try (MessageWriter writer = ring.writer();
            MessageReader reader = ring.reader()) {
          ByteBuffer mark = ByteBuffer.allocate(4).order(ByteOrder.nativeOrder()).putInt(0, MARK);
          assertTrue(writer.offer(mark), when);
          batch.add(MARK);
          assertRead(reader, batch);
        }
      } catch (CorruptRingException corrupt) {
        throw new AssertionError(when + corrupt.getMessage(), corrupt);
      } finally {
        Files.delete(file);
      }
    }

    private void assertRead(MessageReader reader, List<Integer> expected) {
      List<Integer> numbers = new ArrayList<>();
      reader.drain(message -> numbers.add(message.getInt(message.position())), Integer.MAX_VALUE);
      assertEquals(expected, numbers, when);
    }
  }
}
