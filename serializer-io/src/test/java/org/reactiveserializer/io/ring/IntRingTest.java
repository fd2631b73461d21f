package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link IntWriter} and {@link IntReader} in one process. */
class IntRingTest {
  private static final int CAPACITY = 1024;

  @TempDir Path directory;
  private IntRing ring;
  private IntWriter writer;
  private IntReader reader;

  @BeforeEach
  void open() throws IOException {
    ring = IntRing.create(directory.resolve("ring"), CAPACITY);
    writer = ring.writer();
    reader = ring.reader();
  }

  @AfterEach
  void close() {
    writer.close();
    reader.close();
  }

  @Test
  void deliversInOrderOverManyRounds() {
    int next = 0;
    for (int i = 0; i < 10 * CAPACITY; i++) {
      assertTrue(writer.offer(i));
      if (i % 3 == 0) {
        for (long value = reader.poll(); value != IntReader.EMPTY; value = reader.poll()) {
          assertEquals(next++, value);
        }
      }
    }
    assertEquals(10 * CAPACITY - next, reader.available());
  }

  @Test
  void deliversEveryInt() {
    for (int value : new int[] {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      writer.offer(value);
      assertEquals(value, reader.poll());
    }
  }

  @Test
  void refusesWhatDoesNotFit() {
    for (int i = 0; i < CAPACITY; i++) {
      assertTrue(writer.offer(i));
    }
    assertFalse(writer.offer(-1));
    assertEquals(0, writer.room());
    assertEquals(0, reader.poll());
    assertTrue(writer.offer(CAPACITY));
    assertFalse(writer.offer(-1));
    for (int i = 1; i <= CAPACITY; i++) {
      assertEquals(i, reader.poll());
    }
    assertEquals(IntReader.EMPTY, reader.poll());
  }

  @Test
  void writesAndReadsArraysAcrossTheEnd() {
    skip(CAPACITY - 10);
    int[] source = IntStream.range(0, 100).toArray();
    assertEquals(90, writer.offer(source, 10, 90));
    int[] target = new int[100];
    assertEquals(90, reader.read(target, 5, 95));
    assertEquals(10, target[5]);
    assertEquals(99, target[94]);
    assertEquals(0, target[4]);
    assertEquals(0, target[95]);
    assertEquals(0, reader.read(target, 0, 100));
  }

  @Test
  void writesPartsOfABuffer() {
    skip(CAPACITY - 10);
    IntBuffer source = IntBuffer.wrap(IntStream.range(0, CAPACITY + 5).toArray());
    assertEquals(CAPACITY, writer.offer(source));
    assertEquals(CAPACITY, source.position());
    assertEquals(0, writer.offer(source));
    assertEquals(CAPACITY, reader.drain(value -> {}, CAPACITY));
    assertEquals(5, writer.offer(source));
    assertEquals(List.of(1024, 1025, 1026, 1027, 1028), drain(9));
  }

  @Test
  void publishesAClaimAtOnce() {
    IntBuffer free = writer.claim(3);
    assertEquals(3, free.remaining());
    free.put(1).put(2).put(3);
    assertEquals(0, reader.available());
    writer.publish(2);
    assertEquals(List.of(1, 2), drain(9));
    assertEquals(2, writer.published());
    assertEquals(2, reader.released());
  }

  @Test
  void claimsWhatIsContiguous() {
    skip(CAPACITY - 10);
    assertEquals(10, writer.claim(64).remaining());
    writer.publish(10);
    assertEquals(64, writer.claim(64).remaining());
    writer.publish(0);
    assertEquals(CAPACITY - 10, writer.claim(CAPACITY).remaining());
    writer.publish(CAPACITY - 10);
    assertEquals(0, writer.claim(1).remaining());
    assertFalse(writer.offer(1));
  }

  @Test
  void refusesOtherWritesDuringAClaim() {
    writer.claim(4);
    assertThrows(IllegalStateException.class, () -> writer.offer(1));
    assertThrows(IllegalStateException.class, () -> writer.offer(new int[1], 0, 1));
    assertThrows(IllegalStateException.class, () -> writer.offer(IntBuffer.allocate(1)));
    assertThrows(IllegalStateException.class, () -> writer.claim(1));
    assertThrows(IllegalStateException.class, () -> writer.room());
    assertThrows(IllegalArgumentException.class, () -> writer.publish(5));
    assertThrows(IllegalArgumentException.class, () -> writer.publish(-1));
    writer.publish(0);
    assertTrue(writer.offer(7));
    assertEquals(List.of(7), drain(9));
    assertEquals(
        "count must be from 0 to the 0 that were claimed, was 1",
        assertThrows(IllegalArgumentException.class, () -> writer.publish(1)).getMessage());
  }

  @Test
  void aLateWriteIntoAClaimIsRefused() {
    IntBuffer free = writer.claim(4);
    writer.publish(1);
    assertFalse(free.hasRemaining());
  }

  @Test
  void peeksAndReleasesAPart() {
    write(1, 2, 3, 4);
    IntBuffer run = reader.peek(3);
    assertTrue(run.isReadOnly());
    assertEquals(3, run.remaining());
    assertEquals(1, run.get());
    assertThrows(IllegalStateException.class, () -> reader.poll());
    assertThrows(IllegalStateException.class, () -> reader.drain(value -> {}, 1));
    assertThrows(IllegalStateException.class, () -> reader.read(new int[1], 0, 1));
    assertThrows(IllegalStateException.class, () -> reader.available());
    assertThrows(IllegalArgumentException.class, () -> reader.release(4));
    assertThrows(IllegalArgumentException.class, () -> reader.release(-1));
    assertEquals(4, reader.peek(9).remaining());
    reader.release(2);
    assertEquals(List.of(3, 4), drain(9));
    assertEquals(0, reader.peek(9).remaining());
    assertTrue(writer.offer(5));
    assertEquals(5, reader.poll());
  }

  @Test
  void peeksUpToTheEndOfTheMemory() {
    skip(CAPACITY - 2);
    write(1, 2, 3);
    assertEquals(2, reader.peek(9).remaining());
    reader.release(2);
    assertEquals(1, reader.peek(9).remaining());
  }

  @Test
  void drainsNoMoreThanMax() {
    write(1, 2, 3);
    assertEquals(0, reader.drain(value -> {}, 0));
    assertEquals(List.of(1, 2), drain(2));
    assertEquals(List.of(3), drain(2));
    assertEquals(List.of(), drain(2));
    assertEquals(
        "max must not be negative, was -1",
        assertThrows(IllegalArgumentException.class, () -> reader.drain(value -> {}, -1)).getMessage());
  }

  @Test
  void anIntWhoseConsumerThrowsIsReleased() {
    write(1, 2, 3);
    RuntimeException thrown = new RuntimeException("of the consumer");
    RuntimeException caught =
        assertThrows(
            RuntimeException.class,
            () ->
                reader.drain(
                    value -> {
                      if (value == 2) {
                        throw thrown;
                      }
                    },
                    9));
    assertSame(thrown, caught);
    assertEquals(2, reader.released());
    assertEquals(List.of(3), drain(9));
  }

  @Test
  void anErrorOfTheConsumerIsItsOwn() {
    write(1);
    InternalError thrown = new InternalError("of the consumer");
    assertSame(
        thrown,
        assertThrows(
            InternalError.class,
            () ->
                reader.drain(
                    value -> {
                      throw thrown;
                    },
                    9)));
    assertEquals(IntReader.EMPTY, reader.poll());
  }

  @Test
  void theConsumerOfADrainCannotRead() {
    write(1, 2, 3);
    List<Integer> read = new ArrayList<>();
    reader.drain(
        value -> {
          assertThrows(IllegalStateException.class, () -> reader.poll());
          assertThrows(IllegalStateException.class, () -> reader.drain(nested -> {}, 1));
          assertThrows(IllegalStateException.class, () -> reader.peek(1));
          read.add(value);
        },
        9);
    assertEquals(List.of(1, 2, 3), read);
  }

  @Test
  void theConsumerOfADrainMayClose() throws IOException {
    write(1, 2, 3);
    assertEquals(
        2,
        reader.drain(
            value -> {
              if (value == 2) {
                reader.close();
              }
            },
            9));
    reader = ring.reader();
    assertEquals(List.of(3), drain(9));
  }

  @Test
  void successorsContinue() throws IOException {
    write(1, 2, 3);
    writer.claim(5).put(99);
    reader.peek(2);
    reader.release(1);
    reader.peek(2);
    writer.close();
    reader.close();
    assertEquals(1, reader.epoch());
    writer = ring.writer();
    reader = ring.reader();
    assertEquals(2, reader.epoch());
    assertEquals(2, writer.epoch());
    assertEquals(3, writer.published());
    assertEquals(1, reader.released());
    write(4);
    assertEquals(List.of(2, 3, 4), drain(9));
  }

  @Test
  void aClosedEndRefusesEverything() {
    write(1, 2, 3);
    IntBuffer run = reader.peek(1);
    reader.close();
    writer.close();
    writer.close();
    String message =
        assertThrows(IllegalStateException.class, () -> writer.offer(1)).getMessage();
    assertEquals("the writer of " + ring.file() + " is closed", message);
    assertThrows(IllegalStateException.class, () -> writer.offer(new int[1], 0, 1));
    assertThrows(IllegalStateException.class, () -> writer.offer(IntBuffer.allocate(1)));
    assertThrows(IllegalStateException.class, () -> writer.claim(1));
    assertThrows(IllegalStateException.class, () -> writer.publish(1));
    assertThrows(IllegalStateException.class, () -> writer.room());
    assertThrows(IllegalStateException.class, () -> writer.peer());
    assertThrows(IllegalStateException.class, () -> reader.poll());
    assertThrows(IllegalStateException.class, () -> reader.read(new int[1], 0, 1));
    assertThrows(IllegalStateException.class, () -> reader.drain(value -> {}, 1));
    assertThrows(IllegalStateException.class, () -> reader.peek(1));
    assertThrows(IllegalStateException.class, () -> reader.release(1));
    assertThrows(IllegalStateException.class, () -> reader.available());
    assertFalse(run.hasRemaining());
  }

  @Test
  void refusesBadArguments() {
    assertEquals(
        "capacity must be a power of two from 1024 to 268435456 ints, was 1000",
        assertThrows(
                IllegalArgumentException.class, () -> IntRing.create(directory.resolve("x"), 1000))
            .getMessage());
    assertThrows(IllegalArgumentException.class, () -> IntRing.create(directory.resolve("x"), 512));
    assertThrows(
        IllegalArgumentException.class, () -> IntRing.create(directory.resolve("x"), 1 << 29));
    assertThrows(IllegalArgumentException.class, () -> writer.claim(0));
    assertThrows(IllegalArgumentException.class, () -> reader.peek(0));
    assertThrows(IndexOutOfBoundsException.class, () -> writer.offer(new int[3], 1, 3));
    assertThrows(IndexOutOfBoundsException.class, () -> reader.read(new int[3], 1, 3));
    assertThrows(
        IllegalArgumentException.class, () -> ring.hangTimeout(java.time.Duration.ZERO));
    assertFalse(Files.exists(directory.resolve("x")));
  }

  @Test
  void leavesNoOtherFiles() throws IOException {
    try (var files = Files.list(directory)) {
      assertEquals(List.of(ring.file()), files.toList());
    }
    assertEquals(CAPACITY, IntRing.createOrAttach(ring.file(), CAPACITY).capacity());
    assertEquals(CAPACITY, IntRing.attach(ring.file()).capacity());
  }

  private void skip(int count) {
    assertEquals(count, writer.offer(new int[count], 0, count));
    assertEquals(count, reader.drain(value -> {}, count));
  }

  private void write(int... values) {
    assertEquals(values.length, writer.offer(values, 0, values.length));
  }

  private List<Integer> drain(int max) {
    List<Integer> read = new ArrayList<>();
    assertEquals(reader.drain(read::add, max), read.size());
    return read;
  }
}
