package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How the ends of a ring of ints may be used, and how not. */
class IntRingUseTest extends IntRingFixture {
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
    String message = assertThrows(IllegalStateException.class, () -> writer.offer(1)).getMessage();
    assertEquals("the writer of " + ring.file() + " is closed", message);
    assertThrows(IllegalStateException.class, () -> writer.offer(new int[1], 0, 1));
    assertThrows(IllegalStateException.class, () -> writer.offer(IntBuffer.allocate(1)));
    assertThrows(IllegalStateException.class, () -> writer.offer(1));
    assertThrows(IllegalStateException.class, () -> writer.room());
    assertThrows(IllegalStateException.class, () -> writer.peer());
    assertThrows(IllegalStateException.class, () -> reader.poll());
    assertThrows(IllegalStateException.class, () -> reader.drain(value -> {}, 1));
    assertThrows(IllegalStateException.class, () -> reader.peek(1));
    assertThrows(IllegalStateException.class, () -> reader.release(1));
    assertThrows(IllegalStateException.class, () -> reader.release(0));
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
    assertThrows(IllegalArgumentException.class, () -> reader.peek(0));
    assertThrows(IndexOutOfBoundsException.class, () -> writer.offer(new int[3], 1, 3));
    assertThrows(IllegalArgumentException.class, () -> ring.hangTimeout(java.time.Duration.ZERO));
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
}
