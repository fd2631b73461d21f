package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.io.internal.ring.Layout;
import org.reactiveserializer.io.internal.ring.Records;
import org.reactiveserializer.testing.Await;

/** A ring whose file has its size is not broken by a fault in the memory of another one. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ForeignFaultTest extends IntRingFixture {
  private static final InternalError FAULT =
      new InternalError("a fault occurred in an unsafe memory access operation");

  @Test
  void aViewOfATruncatedRingDoesNotBreakTheOneItIsWrittenTo() throws Exception {
    IntRing other = IntRing.create(directory.resolve("other"), CAPACITY);
    try (IntWriter otherWriter = other.writer();
        IntReader otherReader = other.reader()) {
      otherWriter.offer(new int[CAPACITY], 0, CAPACITY);
      IntBuffer view = otherReader.peek(CAPACITY);
      RingFile.truncate(other.file(), 4096);
      RingFile.provoke(() -> writer.offer(view));
      drain(CAPACITY);
      write(7);
      assertEquals(List.of(7), drain(CAPACITY));
    }
  }

  @Test
  void aViewOfATruncatedRingOfMessagesDoesNotEither() throws Exception {
    MessageRing mine = MessageRing.create(directory.resolve("mine"), 4096);
    MessageRing other = MessageRing.create(directory.resolve("other"), 4096);
    try (MessageWriter messageWriter = mine.writer();
        MessageReader messageReader = mine.reader();
        MessageWriter otherWriter = other.writer();
        MessageReader otherReader = other.reader()) {
      otherWriter.offer(new byte[300], 0, 300);
      ByteBuffer view = otherReader.next();
      assertTrue(view != null);
      RingFile.truncate(other.file(), 4096);
      RingFile.provoke(() -> messageWriter.offer(view));
      messageReader.drain(message -> {}, 9);
      assertTrue(messageWriter.offer(new byte[3], 0, 3));
      assertEquals(1, messageReader.drain(message -> assertEquals(3, message.remaining()), 9));
      assertSame(
          FAULT,
          assertThrows(
              InternalError.class,
              () -> {
                messageWriter.offer(new byte[3], 0, 3);
                messageReader.drain(
                    message -> {
                      throw FAULT;
                    },
                    9);
              }));
      assertEquals(0, messageReader.drain(message -> {}, 9));
    }
  }

  @Test
  void aFaultOfTheConsumerDoesNotBreakTheReader() {
    write(1, 2);
    assertSame(
        FAULT,
        assertThrows(
            InternalError.class,
            () ->
                reader.drain(
                    value -> {
                      throw FAULT;
                    },
                    9)));
    assertEquals(2, reader.poll());
  }

  @Test
  void aFaultOfTheSubscriberDoesNotBreakTheReader() throws Exception {
    write(1, 2);
    BlockingQueue<Throwable> dropped = new LinkedBlockingQueue<>();
    Recorder<IntBuffer> recorder =
        new Recorder<>(
            Long.MAX_VALUE,
            batch -> {
              throw FAULT;
            });
    reader
        .publisher(RingOptions.defaults().batch(1).views().onErrorDropped(dropped::add))
        .subscribe(recorder);
    assertSame(FAULT, dropped.take());
    awaitEndOfStream(reader);
    assertEquals(2, reader.poll());
  }

  @Test
  void aViewOfAnotherRingThatIsTruncatedEndsTheStreamOnly() throws Exception {
    IntRing other = IntRing.create(directory.resolve("other"), CAPACITY);
    try (IntWriter otherWriter = other.writer();
        IntReader otherReader = other.reader()) {
      otherWriter.offer(new int[CAPACITY], 0, CAPACITY);
      IntBuffer view = otherReader.peek(CAPACITY);
      RingFile.truncate(other.file(), 4096);
      BlockingQueue<Throwable> dropped = new LinkedBlockingQueue<>();
      RingSubscriberFixture.Upstream upstream = new RingSubscriberFixture.Upstream();
      var subscriber = writer.subscriber(RingOptions.defaults().onErrorDropped(dropped::add));
      subscriber.onSubscribe(upstream);
      upstream.awaitRequest();
      RingFile.provoke(() -> subscriber.onNext(view));
      subscriber.onComplete();
      Await.until(() -> reader.peer() != Peer.ALIVE, () -> "the end");
      for (Throwable fault : dropped) {
        assertEquals(InternalError.class, fault.getClass());
      }
      writer = ring.writer();
      drain(CAPACITY);
      write(7);
      assertEquals(List.of(7), drain(CAPACITY));
    }
  }

  /** The fault may be reported when the message is published already, and the writer has not noted it. */
  @Test
  void whatIsPublishedWhenTheFaultIsReportedIsNotOverwritten() throws Exception {
    MessageRing ring = MessageRing.create(directory.resolve("messages"), 4096);
    try (MessageWriter messageWriter = ring.writer();
        MessageReader messageReader = ring.reader()) {
      messageWriter.claim(5);
      RingFile.put(ring.file(), RingFile.HEADER, Records.prefix(0, 5));
      assertSame(FAULT, assertThrows(InternalError.class, () -> messageWriter.settled(FAULT)));
      assertEquals(16, Layout.acquireLong(messageWriter.memory, RingFile.TAIL));
      messageWriter.claim(6);
      assertSame(FAULT, assertThrows(InternalError.class, () -> messageWriter.settled(FAULT)));
      assertTrue(messageWriter.offer(new byte[7], 0, 7));
      List<Integer> lengths = new ArrayList<>();
      messageReader.drain(message -> lengths.add(message.remaining()), 9);
      assertEquals(List.of(5, 7), lengths);
    }
  }
}
