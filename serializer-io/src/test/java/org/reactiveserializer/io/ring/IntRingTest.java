package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.IntBuffer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** {@link IntWriter} and {@link IntReader} in one process. */
class IntRingTest extends IntRingFixture {
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
  void writesAnArrayAcrossTheEnd() {
    skip(CAPACITY - 10);
    int[] source = IntStream.range(0, 100).toArray();
    assertEquals(90, writer.offer(source, 10, 90));
    assertEquals(IntStream.range(10, 100).boxed().toList(), drain(100));
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
  void peeksAndReleasesAPart() {
    write(1, 2, 3, 4);
    IntBuffer run = reader.peek(3);
    assertTrue(run.isReadOnly());
    assertEquals(3, run.remaining());
    assertEquals(1, run.get());
    assertThrows(IllegalStateException.class, () -> reader.poll());
    assertThrows(IllegalStateException.class, () -> reader.drain(value -> {}, 1));
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
        assertThrows(IllegalArgumentException.class, () -> reader.drain(value -> {}, -1))
            .getMessage());
  }

  private void skip(int count) {
    assertEquals(count, writer.offer(new int[count], 0, count));
    assertEquals(count, reader.drain(value -> {}, count));
  }
}
