package org.reactiveserializer.io.ring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Batches of messages: how they are made, and how a ring writes and reads them. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MessageBatchTest extends MessageRingFixture {
  @Test
  void aBuilderTakesWhatHasRoom() {
    MessageBatch.Builder builder = MessageBatch.builder(50); // 48 can be used
    assertTrue(builder.add(text("first")));
    ByteBuffer place = Objects.requireNonNull(builder.claim(3));
    assertEquals(3, place.remaining());
    place.put(text("2nd"));
    assertFalse(builder.add(text("too much.")));
    assertNull(builder.claim(Integer.MAX_VALUE));
    assertTrue(builder.add(text("the last")));
    MessageBatch batch = builder.build();
    assertEquals(List.of("first", "2nd", "the last"), texts(batch));
    assertEquals("3 messages", batch.toString());
    builder.clear();
    assertTrue(builder.add(text("new")));
    assertEquals(1, builder.build().size());
    assertEquals(0, place.position(place.limit()).remaining());
  }

  @Test
  void whatIsAddedLaterIsNotInABatchThatWasBuilt() {
    MessageBatch.Builder builder = MessageBatch.builder(64);
    MessageBatch none = builder.build();
    builder.add(text("a"));
    MessageBatch one = builder.build();
    builder.add(text("b"));
    assertEquals(List.of(), texts(none));
    assertEquals(List.of("a"), texts(one));
    assertEquals(List.of("a", "b"), texts(builder.build()));
  }

  @Test
  void aCopyIsIndependentOfItsBuilder() {
    MessageBatch.Builder builder = MessageBatch.builder(64);
    builder.add(text("kept"));
    MessageBatch copy = builder.build().copy();
    builder.clear();
    builder.add(text("other"));
    assertEquals(List.of("kept"), texts(copy));
    assertEquals(List.of(), texts(MessageBatch.builder(16).build().copy()));
  }

  /** For example, because it is unmapped. */
  @Test
  void aMessageWhoseSourceFailsIsNotAdded() throws IOException {
    MessageBatch.Builder builder = MessageBatch.builder(64);
    builder.add(text("first"));
    ByteBuffer unmapped = reader.memory.duplicate().limit(8).position(0);
    reader.close();
    if (Runtime.version().feature() >= 22) {
      assertThrows(IllegalStateException.class, () -> builder.add(unmapped));
    }
    builder.add(text("second"));
    assertEquals(List.of("first", "second"), texts(builder.build()));
    assertEquals(6, builder.build().longest());
    reader = ring.reader();
  }

  @Test
  void badArgumentsAreRefused() {
    assertEquals(
        "a batch needs 16 bytes or more for its first message, was 15",
        assertThrows(IllegalArgumentException.class, () -> MessageBatch.builder(15)).getMessage());
    MessageBatch.Builder builder = MessageBatch.builder(16);
    assertThrows(IllegalArgumentException.class, () -> builder.claim(0));
    assertThrows(IllegalArgumentException.class, () -> builder.add(ByteBuffer.allocate(0)));
    assertEquals(0, builder.build().size());
  }

  /** A message cannot be written through the buffer that a consumer gets. */
  @Test
  void messagesAreReadOnlyAndInTheOrderOfTheMachine() {
    MessageBatch.Builder builder = MessageBatch.builder(64);
    Objects.requireNonNull(builder.claim(8)).putLong(1);
    for (MessageBatch batch : List.of(builder.build(), builder.build().copy())) {
      batch.forEach(
          message -> {
            assertTrue(message.isReadOnly());
            assertEquals(ByteOrder.nativeOrder(), message.order());
            assertEquals(1, message.getLong());
          });
    }
  }

  /** Whole batches and parts of them, of any lengths, across the end of the data, in any state of the ring. */
  @Test
  void everythingIsWrittenAndReadInOrder() {
    Random random = new Random(5);
    MessageBatch.Builder builder = MessageBatch.builder(3 * CAPACITY);
    int[] read = {0};
    int parts = 0;
    int several = 0;
    for (int sent = 0; sent < 100_000; ) {
      builder.clear();
      int same = random.nextInt(3) == 0 ? 8 + random.nextInt(64) : 0;
      for (int i = random.nextInt(20); i >= 0; i--) {
        int length = same > 0 ? same : 8 + random.nextInt(writer.maxMessage() - 7);
        Message.fill(Objects.requireNonNull(builder.claim(length)), sent++);
      }
      MessageBatch batch = builder.build().duplicate();
      while (!writer.offer(batch)) {
        parts++;
        several += read(1 + random.nextInt(9), read);
      }
      if (random.nextBoolean()) {
        several += read(1 + random.nextInt(40), read);
      }
      if (sent == read[0]) {
        assertNull(reader.nextBatch(9));
      }
    }
    assertTrue(parts > 100 && several > 100, parts + " parts, " + several + " batches of several");
  }

  /** Reads one batch, and returns whether it had several messages: 1 or 0. */
  private int read(int most, int[] expected) {
    MessageBatch batch = reader.nextBatch(most);
    if (batch == null) {
      return 0;
    }
    assertTrue(batch.size() >= 1 && batch.size() <= most);
    batch.forEach(message -> assertEquals(expected[0]++, Message.check(message)));
    reader.release();
    return batch.size() > 1 ? 1 : 0;
  }

  @Test
  void theReaderSeesABatchAsAWhole() {
    MessageBatch.Builder builder = MessageBatch.builder(256);
    for (int i = 0; i < 5; i++) {
      builder.add(text("message " + i));
    }
    assertTrue(writer.offer(builder.build().duplicate()));
    MessageBatch batch = reader.nextBatch(100);
    assertNotNull(batch);
    assertEquals(
        List.of("message 0", "message 1", "message 2", "message 3", "message 4"), texts(batch));
  }

  @Test
  void whatIsBeforeAMessageThatIsTooLongIsWritten() {
    MessageBatch.Builder builder = MessageBatch.builder(CAPACITY);
    builder.add(text("a"));
    builder.add(text("b"));
    builder.add(ByteBuffer.allocate(writer.maxMessage() + 1));
    builder.add(text("c"));
    assertEquals(
        "a message has from 1 to 512 bytes in this ring, this one has 513",
        assertThrows(
                IllegalArgumentException.class, () -> writer.offer(builder.build().duplicate()))
            .getMessage());
    MessageBatch batch = reader.nextBatch(9);
    assertNotNull(batch);
    assertEquals(List.of("a", "b"), texts(batch));
    reader.release();
    assertTrue(writer.offer(text("d")));
    assertEquals(1, reader.drain(message -> assertEquals("d", text(message)), 9));
  }

  /** A view of a ring is checked while it is read: the other side may overwrite it at any time. */
  @Test
  void aViewThatIsOverwrittenIsNotBelieved() {
    for (long length : new long[] {0, -8, 9, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      assertTrue(writer.offer(text("one")));
      assertTrue(writer.offer(text("two")));
      MessageBatch batch = reader.nextBatch(9);
      assertNotNull(batch);
      writer.memory.putInt(RingFile.HEADER + (int) (writer.tail - 16), (int) length);
      String fault =
          assertThrows(CorruptRingException.class, () -> batch.forEach(message -> {})).getMessage();
      assertEquals(
          "a batch was overwritten while it was read: the length of a message is "
              + length
              + ", possible are 1 to 8",
          fault);
      assertThrows(CorruptRingException.class, batch::copy);
      assertThrows(CorruptRingException.class, () -> copyInto(batch));
      reader.release();
    }
  }

  /** A record that swallows those behind it ends the batch. */
  @Test
  void aLengthThatReachesOverOthersIsNoticed() {
    assertTrue(writer.offer(text("one")));
    assertTrue(writer.offer(text("two")));
    MessageBatch batch = reader.nextBatch(9);
    assertNotNull(batch);
    writer.memory.putInt(RingFile.HEADER, 24);
    assertThrows(CorruptRingException.class, () -> batch.forEach(message -> {}));
    assertThrows(CorruptRingException.class, batch::copy);
  }

  @Test
  void aCopyIsNotOverwritten() {
    assertTrue(writer.offer(text("one")));
    assertTrue(writer.offer(text("two")));
    MessageBatch batch = reader.nextBatch(9);
    assertNotNull(batch);
    MessageBatch copy = batch.copy();
    writer.memory.putInt(RingFile.HEADER, 24);
    assertEquals(List.of("one", "two"), texts(copy));
  }

  /** Nothing of a run that could not be copied is published later. */
  @Test
  void aRunThatFailsIsAbandonedAndStaysInItsBatch() {
    ByteBuffer tooShort = ByteBuffer.allocate(24).order(ByteOrder.nativeOrder());
    tooShort.putLong(0, 8);
    tooShort.putLong(16, 8);
    MessageBatch batch = new MessageBatch(tooShort, 0, 32, 2, 8); // its memory has 24 bytes
    assertThrows(IndexOutOfBoundsException.class, () -> writer.offer(batch));
    assertEquals(2, batch.size());
    assertTrue(writer.offer(text("next")));
    List<String> read = new ArrayList<>();
    reader.drain(message -> read.add(text(message)), 9);
    assertEquals(List.of("next"), read);
  }

  /** What a view that was overwritten leaves in another ring are whole messages, or nothing. */
  private void copyInto(MessageBatch batch) throws IOException {
    MessageRing other =
        MessageRing.create(directory.resolve("other" + System.nanoTime()), CAPACITY);
    try (MessageWriter otherWriter = other.writer();
        MessageReader otherReader = other.reader()) {
      try {
        otherWriter.offer(batch.duplicate());
      } finally {
        assertTrue(otherWriter.offer(text("next")));
        List<String> read = new ArrayList<>();
        otherReader.drain(message -> read.add(text(message)), 9);
        assertEquals("next", read.get(read.size() - 1));
      }
    }
  }

  /** Good messages in front of a record that is not possible are delivered. */
  @Test
  void messagesBeforeARecordThatIsNotPossibleAreRead() throws IOException {
    assertTrue(writer.offer(text("good")));
    RingFile.put(ring.file(), RingFile.HEADER + 16, 2L << 32 | 4000); // its length is not possible
    MessageBatch batch = reader.nextBatch(9);
    assertNotNull(batch);
    assertEquals(List.of("good"), texts(batch));
    reader.release();
    assertThrows(CorruptRingException.class, () -> reader.nextBatch(9));
  }

  @Test
  void whatIsRequestedFits() {
    BatchSink sink = new BatchSink(writer, RingOptions.defaults().batch(3).maxMessage(100));
    Random random = new Random(6);
    for (int i = 0; i < 1000; i++) {
      int room = sink.room();
      assertTrue(room > 0 || reader.hasNext());
      for (int k = 0; k < room; k++) {
        MessageBatch.Builder builder = MessageBatch.builder(1000);
        for (int m = 0; m < 3; m++) {
          assertNotNull(builder.claim(100 - random.nextInt(20)));
        }
        assertTrue(sink.write(builder.build()), "it did not fit");
      }
      reader.drain(message -> {}, 1 + i % 9);
    }
  }

  /** Or else nothing would ever be requested. */
  @Test
  void anEmptyRingHasRoomWhateverIsExpected() {
    assertEquals(3, new BatchSink(writer, RingOptions.defaults()).room());
    assertEquals(3, new BatchSink(writer, RingOptions.defaults().batch(Integer.MAX_VALUE)).room());
  }

  private static List<String> texts(MessageBatch batch) {
    List<String> texts = new ArrayList<>();
    batch.forEach(message -> texts.add(text(message)));
    assertEquals(batch.size(), texts.size());
    return texts;
  }

  private static ByteBuffer text(String text) {
    return ByteBuffer.wrap(text.getBytes(UTF_8));
  }

  private static String text(ByteBuffer message) {
    return UTF_8.decode(message).toString();
  }
}
