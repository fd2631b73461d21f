package org.reactiveserializer.io.internal.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class RecordsTest {
  private static final int CAPACITY = 4096;

  @Test
  void aRecordIsPublishedAtItsIndexOnly() {
    long prefix = Records.prefix(8200, 5);
    assertTrue(Records.isPublished(prefix, 8200));
    assertFalse(Records.isPublished(prefix, 8200 + CAPACITY));
    assertFalse(Records.isPublished(prefix, 8200 - CAPACITY));
    assertTrue(Records.isPublished(Records.prefix(8, -8), 8));
  }

  /** Also at the indices whose stamp is 0: the first one, and each one 32 GiB later. */
  @Test
  void zeroIsNeverPublished() {
    assertFalse(Records.isPublished(0, 0));
    assertFalse(Records.isPublished(0, 1L << 35));
    assertTrue(Records.isPublished(Records.prefix(1L << 35, 1), 1L << 35));
  }

  @Test
  void aMessageIsNotLongerThanTheLongestNorThanItsSpace() {
    assertTrue(isPossible(1, 0, CAPACITY));
    assertTrue(isPossible(512, 0, CAPACITY));
    assertFalse(isPossible(513, 0, CAPACITY));
    assertFalse(isPossible(Integer.MAX_VALUE, 0, CAPACITY));
    assertTrue(isPossible(8, CAPACITY - 16, CAPACITY));
    assertFalse(isPossible(9, CAPACITY - 16, CAPACITY)); // does not fit before the end of the data
    assertTrue(isPossible(8, 0, 16));
    assertFalse(isPossible(9, 0, 16)); // reaches into what belongs to the writer
  }

  @Test
  void paddingReachesTheEndAndIsShorterThanTheLongestRecord() {
    assertTrue(isPossible(-8, CAPACITY - 8, CAPACITY));
    assertFalse(isPossible(-8, CAPACITY - 16, CAPACITY));
    assertFalse(isPossible(-24, CAPACITY - 16, CAPACITY));
    assertTrue(isPossible(-520, CAPACITY - 520, CAPACITY));
    assertFalse(isPossible(-528, CAPACITY - 528, CAPACITY));
    assertFalse(isPossible(-16, CAPACITY - 16, 8));
    assertFalse(isPossible(-CAPACITY, 0, CAPACITY));
    assertFalse(isPossible(Integer.MIN_VALUE, 0, CAPACITY));
  }

  private static boolean isPossible(int length, int offset, long space) {
    return Records.isPossible(Records.prefix(offset, length), offset, space, CAPACITY);
  }

  @Test
  void theEndIsBehindAllThatIsPublished() {
    ByteBuffer memory =
        ByteBuffer.allocateDirect(Layout.HEADER + CAPACITY).order(ByteOrder.nativeOrder());
    long start = 3L * CAPACITY - 24;
    assertEquals(start, Records.end(memory, CAPACITY, start));
    put(memory, start, 16);
    assertEquals(start + 24, Records.end(memory, CAPACITY, start));
    put(memory, start + 24, 100);
    assertEquals(start + 24 + 112, Records.end(memory, CAPACITY, start));
    put(memory, start, -24);
    assertEquals(start + 24 + 112, Records.end(memory, CAPACITY, start));
    put(memory, start, -16); // impossible: a reader reports it
    assertEquals(start, Records.end(memory, CAPACITY, start));
  }

  private static void put(ByteBuffer memory, long index, int length) {
    memory.putLong(Layout.HEADER + (int) (index % CAPACITY), Records.prefix(index, length));
  }
}
