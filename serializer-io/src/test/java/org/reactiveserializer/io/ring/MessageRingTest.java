package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** {@link MessageWriter} and {@link MessageReader} in one process. */
class MessageRingTest extends MessageRingFixture {
  /** Eight bytes stay free. */
  @Test
  void canBeFilledButForOneWord() {
    for (int round = 0; round < 3; round++) {
      int offered = 0;
      while (writer.offer(ByteBuffer.wrap(new byte[56], 0, 56))) {
        offered++;
      }
      assertEquals(CAPACITY / 64 - 1, offered);
      assertEquals(offered, reader.drain(message -> assertEquals(56, message.remaining()), 99));
    }
  }

  /** There the stamps of records begin again at 0. */
  @Test
  void goesOnBeyond32GiB() throws IOException {
    close();
    RingFile.put(ring.file(), RingFile.TAIL, (1L << 35) - 2 * CAPACITY);
    RingFile.put(ring.file(), RingFile.HEAD, (1L << 35) - 2 * CAPACITY);
    writer = ring.writer();
    reader = ring.reader();
    deliversMessagesOfEveryLength();
  }

  @Test
  void deliversMessagesOfEveryLength() {
    assertEquals(CAPACITY / 8, ring.maxMessage());
    for (int round = 0; round < 3; round++) {
      for (int length = 1; length <= ring.maxMessage(); length++) {
        byte[] message = bytes(length);
        assertTrue(writer.offer(ByteBuffer.wrap(message, 0, length)));
        assertArrayEquals(message, take());
        reader.release();
      }
    }
  }

  @Test
  void deliversAnyMixtureInOrder() {
    Random random = new Random(1);
    Queue<byte[]> expected = new ArrayDeque<>();
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      if (random.nextBoolean()) {
        byte[] message = new byte[1 + random.nextInt(ring.maxMessage())];
        random.nextBytes(message);
        if (offer(message, random.nextInt(3))) {
          expected.add(message);
        } else {
          refused++;
        }
      } else if (expected.isEmpty()) {
        assertNull(reader.next());
      } else {
        assertArrayEquals(expected.remove(), take());
        if (random.nextInt(3) == 0) {
          reader.release();
        }
      }
    }
    assertTrue(refused > 100, "the ring was full only " + refused + " times");
  }

  private boolean offer(byte[] message, int way) {
    switch (way) {
      case 0:
        return writer.offer(ByteBuffer.wrap(message, 0, message.length));
      case 1:
        ByteBuffer source = ByteBuffer.allocateDirect(message.length + 2).put(1, message);
        source.position(1).limit(message.length + 1);
        boolean written = writer.offer(source);
        assertEquals(1, source.position());
        return written;
      default:
        ByteBuffer place = writer.claim(message.length);
        if (place == null) {
          return false;
        }
        assertEquals(message.length, place.remaining());
        place.put(message);
        writer.publish();
        return true;
    }
  }

  @Test
  void alwaysHasRoomForTheLargestMessageWhenEmpty() {
    byte[] largest = bytes(ring.maxMessage());
    for (int shift = 1; shift < 600; shift += 7) {
      assertTrue(writer.offer(ByteBuffer.wrap(largest, 0, shift % largest.length + 1)));
      assertTrue(writer.offer(ByteBuffer.wrap(largest, 0, largest.length)));
      assertEquals(2, reader.drain(message -> {}, 9));
    }
  }

  @Test
  void publishesSeveralClaimsAtOnce() {
    for (int i = 0; i < 10; i++) {
      claim(8).putLong(i);
    }
    assertFalse(reader.hasNext());
    writer.publish();
    List<Long> read = new ArrayList<>();
    assertEquals(10, reader.drain(message -> read.add(message.getLong()), 99));
    assertEquals(List.of(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L), read);
  }

  @Test
  void abandonsClaims() {
    claim(8).putLong(1);
    claim(500).putLong(2);
    writer.abort();
    writer.publish();
    assertNull(reader.next());
    assertTrue(writer.offer(ByteBuffer.wrap(bytes(5), 0, 5)));
    assertArrayEquals(bytes(5), take());
  }

  @Test
  void trimsTheLastClaim() {
    claim(100).put((byte) 1);
    writer.trim(1);
    ByteBuffer second = claim(100);
    second.put(bytes(50));
    writer.trim(50);
    assertThrows(IllegalArgumentException.class, () -> writer.trim(51));
    assertThrows(IllegalArgumentException.class, () -> writer.trim(0));
    writer.publish();
    assertArrayEquals(new byte[] {1}, take());
    assertArrayEquals(bytes(50), take());
    assertNull(reader.next());
    assertThrows(IllegalStateException.class, () -> writer.trim(1));
  }

  @Test
  void isInTheByteOrderOfTheMachine() {
    assertEquals(ByteOrder.nativeOrder(), claim(8).order());
    writer.publish();
    ByteBuffer message = reader.next();
    assertNotNull(message);
    assertEquals(ByteOrder.nativeOrder(), message.order());
    assertTrue(message.isReadOnly());
  }

  @Test
  void refusesImpossibleLengths() {
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> writer.offer(ByteBuffer.wrap(new byte[0], 0, 0)))
            .getMessage();
    assertEquals("a message has from 1 to 512 bytes in this ring, this one has 0", message);
    assertThrows(IllegalArgumentException.class, () -> writer.offer(ByteBuffer.allocate(513)));
    assertThrows(IllegalArgumentException.class, () -> writer.claim(513));
    assertThrows(IllegalArgumentException.class, () -> writer.claim(-1));
    assertThrows(
        IndexOutOfBoundsException.class, () -> writer.offer(ByteBuffer.wrap(new byte[3], 1, 3)));
    assertNull(reader.next());
  }

  @Test
  void refusesAnOfferDuringAClaim() {
    claim(8);
    assertThrows(IllegalStateException.class, () -> writer.offer(ByteBuffer.wrap(bytes(1), 0, 1)));
    assertThrows(IllegalStateException.class, () -> writer.offer(ByteBuffer.allocate(1)));
    writer.publish();
    assertTrue(writer.offer(ByteBuffer.wrap(bytes(1), 0, 1)));
  }

  @Test
  void releasesARunAtOnce() {
    while (writer.offer(ByteBuffer.wrap(bytes(56), 0, 56))) {}
    assertNotNull(reader.next());
    assertNotNull(reader.next());
    assertFalse(writer.offer(ByteBuffer.wrap(bytes(56), 0, 56)));
    assertThrows(IllegalStateException.class, () -> reader.drain(message -> {}, 1));
    reader.release();
    assertTrue(writer.offer(ByteBuffer.wrap(bytes(56), 0, 56)));
    assertTrue(writer.offer(ByteBuffer.wrap(bytes(56), 0, 56)));
    assertFalse(writer.offer(ByteBuffer.wrap(bytes(56), 0, 56)));
  }

  @Test
  void aMessageWhoseConsumerThrowsIsReleased() throws IOException {
    for (int length = 1; length <= 3; length++) {
      writer.offer(ByteBuffer.wrap(bytes(length), 0, length));
    }
    assertThrows(
        ArithmeticException.class,
        () ->
            reader.drain(
                message -> {
                  if (message.remaining() == 2) {
                    throw new ArithmeticException();
                  }
                },
                9));
    reader.close();
    reader = ring.reader();
    assertArrayEquals(bytes(3), take());
  }

  @Test
  void theConsumerOfADrainCannotReadButMayClose() throws IOException {
    for (int length = 1; length <= 3; length++) {
      writer.offer(ByteBuffer.wrap(bytes(length), 0, length));
    }
    assertEquals(
        2,
        reader.drain(
            message -> {
              assertThrows(IllegalStateException.class, () -> reader.next());
              assertThrows(IllegalStateException.class, () -> reader.release());
              assertThrows(IllegalStateException.class, () -> reader.drain(nested -> {}, 1));
              if (message.remaining() == 2) {
                reader.close();
              }
            },
            9));
    reader = ring.reader();
    assertArrayEquals(bytes(3), take());
  }

  @Test
  void successorsContinue() throws IOException {
    for (int length = 1; length <= 3; length++) {
      writer.offer(ByteBuffer.wrap(bytes(length), 0, length));
    }
    claim(400).put((byte) 99);
    assertNotNull(reader.next());
    reader.release();
    assertNotNull(reader.next());
    writer.close();
    reader.close();
    writer = ring.writer();
    reader = ring.reader();
    writer.offer(ByteBuffer.wrap(bytes(4), 0, 4));
    for (int length = 2; length <= 4; length++) {
      assertArrayEquals(bytes(length), take());
    }
    assertNull(reader.next());
  }

  @Test
  void aClosedEndRefusesEverything() {
    claim(8);
    reader.close();
    writer.close();
    assertThrows(IllegalStateException.class, () -> writer.offer(ByteBuffer.wrap(bytes(1), 0, 1)));
    assertThrows(IllegalStateException.class, () -> writer.claim(1));
    assertThrows(IllegalStateException.class, () -> writer.trim(1));
    assertThrows(IllegalStateException.class, () -> writer.publish());
    assertThrows(IllegalStateException.class, () -> reader.next());
    assertThrows(IllegalStateException.class, () -> reader.release());
    assertThrows(IllegalStateException.class, () -> reader.drain(message -> {}, 1));
  }

  private ByteBuffer claim(int length) {
    ByteBuffer place = writer.claim(length);
    assertNotNull(place);
    return place;
  }

  private byte[] take() {
    ByteBuffer message = reader.next();
    assertNotNull(message);
    byte[] bytes = new byte[message.remaining()];
    message.get(bytes);
    return bytes;
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (length + i);
    }
    return bytes;
  }
}
