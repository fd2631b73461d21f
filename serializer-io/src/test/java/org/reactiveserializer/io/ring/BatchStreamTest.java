package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.testing.Await;
import org.reactivestreams.Subscriber;

/** Streams whose items are batches of messages. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BatchStreamTest extends BothRingsFixture {
  private static final RingOptions SMALL = RingOptions.defaults().batch(1).maxMessage(8);

  private final BlockingQueue<Throwable> dropped = new LinkedBlockingQueue<>();
  private final RingSubscriberFixture.Upstream upstream = new RingSubscriberFixture.Upstream();
  private final List<Integer> read = new ArrayList<>();

  @Test
  void aReaderDeliversBatchesAndCompletes() throws Exception {
    List<Integer> sizes = new ArrayList<>();
    for (RingOptions options : List.of(RingOptions.defaults(), RingOptions.defaults().views())) {
      for (int i = 0; i < 10; i++) {
        assertTrue(messageWriter.offer(numbered(i, i + 1).build().duplicate()));
      }
      messageWriter.close();
      Recorder<MessageBatch> recorder =
          new Recorder<>(
              Long.MAX_VALUE,
              batch -> {
                sizes.add(batch.size());
                readAll(batch);
              });
      messageReader.batches(options.batch(4)).subscribe(recorder);
      recorder.awaitCompletion();
      IntRingFixture.awaitEndOfStream(messageReader);
      messageWriter = messages.writer();
    }
    assertEquals(List.of(4, 4, 2, 4, 4, 2), sizes);
    List<Integer> twice = Recorder.range(0, 10);
    twice.addAll(Recorder.range(0, 10));
    assertEquals(twice, read);
  }

  @Test
  void demandCountsBatches() throws Exception {
    assertTrue(messageWriter.offer(numbered(0, 10).build().duplicate()));
    Recorder<MessageBatch> recorder = new Recorder<>(1, this::readAll);
    messageReader.batches(RingOptions.defaults().batch(3)).subscribe(recorder);
    recorder.awaitItems(1);
    recorder.subscription().request(1);
    recorder.awaitItems(2);
    assertEquals(Recorder.range(0, 6), read);
    recorder.subscription().cancel();
    IntRingFixture.awaitEndOfStream(messageReader);
    assertEquals(4, messageReader.drain(message -> {}, 9));
  }

  @Test
  void copiesBelongToTheSubscriber() throws Exception {
    List<MessageBatch> kept = new ArrayList<>();
    Recorder<MessageBatch> recorder = new Recorder<>(Long.MAX_VALUE, kept::add);
    messageReader.batches(RingOptions.defaults()).subscribe(recorder);
    for (int i = 0; i < 3000; ) {
      MessageBatch batch = numbered(i, i += 100).build().duplicate();
      while (!messageWriter.offer(batch)) {}
    }
    messageWriter.close();
    recorder.awaitCompletion();
    kept.forEach(this::readAll);
    assertEquals(Recorder.range(0, 3000), read);
  }

  /** The same builder for each batch: an item is used during onNext only. */
  @Test
  void aWriterKeepsWhatDoesNotFit() throws Exception {
    Subscriber<MessageBatch> subscriber = subscribe(SMALL);
    MessageBatch.Builder builder = MessageBatch.builder(1 << 18);
    int next = 0;
    while (next < 50_000) {
      upstream.awaitRequest();
      builder.clear();
      for (int end = next + 5000; next < end; next++) { // more than the ring has room for
        Message.fill(Objects.requireNonNull(builder.claim(8 + next % 20)), next);
      }
      upstream.emitted();
      subscriber.onNext(builder.build());
      builder.clear();
      builder.add(ByteBuffer.allocate(100)); // which must not be seen
      messageReader.drain(this::read, 3000);
    }
    subscriber.onComplete();
    while (read.size() < 50_000) {
      messageReader.drain(this::read, 3000);
    }
    assertTrue(messageWriter.awaitClosed(Await.LONG));
    assertNull(messageWriter.closeCause());
    assertEquals(Recorder.range(0, 50_000), read);
  }

  @Test
  void oneRingFeedsAnother() throws Exception {
    MessageRing second = MessageRing.create(directory.resolve("second"), 4096);
    try (MessageReader end = second.reader()) {
      messageReader
          .batches(RingOptions.defaults().views().batch(20))
          .subscribe(second.writer().batchSubscriber(RingOptions.defaults()));
      for (int i = 0; i < 50_000; i++) {
        ByteBuffer place = messageWriter.claim(8 + i * 37 % 500);
        while (place == null) {
          end.drain(this::read, 2048);
          place = messageWriter.claim(8 + i * 37 % 500);
        }
        Message.fill(place, i);
        messageWriter.publish();
      }
      messageWriter.close();
      while (end.drain(this::read, 2048) > 0 || end.peer() == Peer.ALIVE) {}
      end.drain(this::read, 2048);
      assertEquals(Recorder.range(0, 50_000), read);
    }
  }

  @Test
  void severalThreadsWriteThroughASerializer() throws Exception {
    SerialSink<MessageBatch> sink =
        Serializer.<MessageBatch>withDefaults().bounded(64, Overflow.DROP_NEWEST).sink();
    sink.subscribe(messageWriter.batchSubscriber(RingOptions.defaults().batch(10).maxMessage(20)));
    List<Thread> threads = new ArrayList<>();
    BlockingQueue<Object> refused = new LinkedBlockingQueue<>();
    for (int t = 0; t < 4; t++) {
      int number = t << 16;
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < 5000; i += 10) {
                  var result =
                      sink.emit(
                          numbered(number + i, number + i + 10).build(), Duration.ofMinutes(1));
                  if (!result.isAccepted()) {
                    refused.add(result);
                  }
                }
              });
      threads.add(thread);
      thread.start();
    }
    int[] next = new int[4];
    for (int count = 0; count < 20_000; ) {
      count +=
          messageReader.drain(
              message -> {
                int number = Message.check(message);
                assertEquals(next[number >> 16]++, number & 0xffff);
              },
              64);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(List.of(), List.copyOf(refused));
    sink.tryComplete();
    assertTrue(messageWriter.awaitClosed(Await.LONG));
  }

  /** Nothing of its batch is written, and the stream fails. */
  @Test
  void aMessageThatIsTooLongEndsTheStream() throws Exception {
    Subscriber<MessageBatch> subscriber = subscribe(RingOptions.defaults());
    subscriber.onNext(numbered(0, 3).build());
    subscriber.onNext(withOneTooLong(3));
    assertTrue(messageWriter.awaitClosed(Await.LONG));
    assertInstanceOf(IllegalArgumentException.class, dropped.take());
    assertTrue(upstream.cancelled);
    messageReader.drain(this::read, 9);
    assertEquals(Recorder.range(0, 3), read);
    assertEquals(Peer.FAILED, messageReader.peer());
  }

  /** It is refused when it is emitted, and not when there is room: others behind it would be lost. */
  @Test
  void aBatchWithAMessageThatIsTooLongDoesNotWait() throws Exception {
    Subscriber<MessageBatch> subscriber = subscribe(SMALL);
    subscriber.onNext(numbered(0, 5000).build()); // waits, for the ring is full
    subscriber.onNext(withOneTooLong(5000));
    Throwable cause = assertInstanceOf(IllegalArgumentException.class, dropped.take());
    assertTrue(messageWriter.awaitClosed(Await.LONG));
    assertEquals("1 accepted items were not written", cause.getSuppressed()[0].getMessage());
  }

  private MessageBatch withOneTooLong(int number) {
    MessageBatch.Builder builder = numbered(number, number + 1);
    builder.add(ByteBuffer.allocate(messageWriter.maxMessage() + 1));
    return builder.build();
  }

  /** An item that waits is counted as one. */
  @Test
  void whatWaitsWhenTheWriterIsClosedIsCounted() throws Exception {
    Subscriber<MessageBatch> subscriber = subscribe(SMALL);
    subscriber.onNext(numbered(0, 5000).build());
    subscriber.onNext(numbered(5000, 5001).build());
    messageWriter.close();
    assertTrue(messageWriter.awaitClosed(Await.LONG));
    assertEquals("2 accepted items were not written", dropped.take().getMessage());
  }

  private Subscriber<MessageBatch> subscribe(RingOptions options) throws InterruptedException {
    Subscriber<MessageBatch> subscriber =
        messageWriter.batchSubscriber(options.onErrorDropped(dropped::add));
    subscriber.onSubscribe(upstream);
    upstream.awaitRequest();
    return subscriber;
  }

  private static MessageBatch.Builder numbered(int from, int to) {
    MessageBatch.Builder builder = MessageBatch.builder(1 << 18);
    for (int i = from; i < to; i++) {
      Message.fill(Objects.requireNonNull(builder.claim(8 + i % 9)), i);
    }
    return builder;
  }

  private void readAll(MessageBatch batch) {
    batch.forEach(this::read);
  }

  private void read(ByteBuffer message) {
    read.add(Message.check(message));
  }
}
