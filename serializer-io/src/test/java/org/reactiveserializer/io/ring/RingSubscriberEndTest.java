package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.testing.Await;
import org.reactiveserializer.testing.Child;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** How a stream that is written into a ring ends. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RingSubscriberEndTest extends RingSubscriberFixture {
  @Test
  void anErrorOfTheUpstreamIsAFailureBehindTheItems() throws Exception {
    Subscriber<IntBuffer> subscriber = subscribe();
    upstream.awaitRequest();
    emit(subscriber, new int[] {1, 2});
    RuntimeException error = new RuntimeException("of the upstream");
    subscriber.onError(error);
    assertSame(error, nextDropped());
    awaitClosed(writer);
    assertEquals(Peer.FAILED, reader.peer());
    assertEquals(2, reader.available());
    assertFalse(upstream.cancelled);
  }

  @Test
  void aReaderThatClosesCancelsTheUpstream() throws Exception {
    subscribe();
    upstream.awaitRequest();
    reader.close();
    PeerLostException lost = assertInstanceOf(PeerLostException.class, nextDropped());
    assertEquals(Peer.CLOSED, lost.peer());
    assertTrue(upstream.cancelled);
    awaitClosed(writer);
    ring.writer().close(); // the other one has left
  }

  @Test
  void aReaderThatWasGoneBeforeDoesNotCount() throws Exception {
    reader.close();
    Subscriber<IntBuffer> subscriber = subscribe();
    upstream.awaitRequest();
    emit(subscriber, new int[] {1});
    awaitHeartbeats(writer);
    reader = ring.reader();
    awaitWritten(1);
    assertEquals(1, reader.poll());
    assertFalse(upstream.cancelled);
    subscriber.onComplete();
  }

  @Test
  void aReaderThatDiesCancelsTheUpstream() throws Exception {
    reader.close();
    subscribe();
    try (Child child = Child.start(Holder.class, "reader", ring.file())) {
      assertEquals("reader of " + ring.file(), child.line());
      child.kill();
    }
    PeerLostException lost = assertInstanceOf(PeerLostException.class, nextDropped());
    assertEquals(Peer.DEAD, lost.peer());
    assertTrue(upstream.cancelled);
  }

  @Test
  void waitsForTheSuccessorOfADeadReader() throws Exception {
    reader.close();
    Subscriber<IntBuffer> subscriber =
        subscribe(writer.subscriber(options.peerLoss(PeerLoss.WAIT)));
    upstream.awaitRequest();
    try (Child child = Child.start(Holder.class, "reader", ring.file())) {
      assertEquals("reader of " + ring.file(), child.line());
      child.kill();
    }
    emit(subscriber, new int[] {1, 2, 3});
    awaitHeartbeats(writer);
    assertFalse(upstream.cancelled);
    reader = ring.reader();
    awaitWritten(3);
    assertEquals(3, reader.drain(value -> {}, 9));
    subscriber.onComplete();
  }

  @Test
  void anItemWithoutDemandEndsTheStream() throws Exception {
    Subscriber<IntBuffer> subscriber = subscribe();
    long requested = upstream.awaitRequest();
    for (long i = 0; i < requested; i++) {
      emit(subscriber, new int[CAPACITY / 4]);
    }
    subscriber.onNext(IntBuffer.wrap(new int[] {1}));
    assertTrue(nextDropped().toString().contains("an item was emitted without demand (§1.1)"));
    awaitClosed(writer);
    assertTrue(upstream.cancelled);
    assertEquals(Peer.FAILED, reader.peer());
    assertEquals(CAPACITY, reader.available());
  }

  @Test
  void closingTheWriterCancelsTheUpstream() throws Exception {
    Subscriber<IntBuffer> subscriber = subscribe();
    upstream.awaitRequest();
    emit(subscriber, new int[] {1});
    writer.close();
    awaitClosed(writer);
    assertEquals(Peer.CLOSED, reader.peer());
    assertTrue(upstream.cancelled);
    subscriber.onNext(IntBuffer.wrap(new int[] {2})); // §2.8
    writer = ring.writer();
    assertEquals(1, writer.published());
    subscribe(writer.subscriber(options));
  }

  /** It emits in request, and so in the thread of the stream, for as long as it is asked to. */
  @Test
  void closingTheWriterEndsAnUpstreamThatEmitsAtOnce() throws Exception {
    Subscriber<IntBuffer> subscriber = writer.subscriber(options.batch(1));
    AtomicInteger emitted = new AtomicInteger();
    AtomicBoolean cancelled = new AtomicBoolean();
    subscriber.onSubscribe(
        new Subscription() {
          @Override
          public void request(long n) {
            for (long i = 0; i < n && !cancelled.get(); i++) {
              int number = emitted.incrementAndGet();
              subscriber.onNext(IntBuffer.wrap(new int[] {number}));
              reader.poll(); // so there is always room
              if (number == 10 * CAPACITY) {
                writer.close();
              }
              if (number > 100 * CAPACITY) {
                throw new AssertionError("it does not end");
              }
            }
          }

          @Override
          public void cancel() {
            cancelled.set(true);
          }
        });
    Await.until(cancelled::get, () -> emitted + " were emitted");
    awaitClosed(writer);
    assertEquals(Peer.CLOSED, reader.peer());
  }

  @Test
  void closingTheWriterWhileItemsWaitIsAFailure() throws Exception {
    Subscriber<IntBuffer> subscriber = subscribe();
    upstream.awaitRequest();
    emit(subscriber, new int[2 * CAPACITY]);
    emit(subscriber, new int[] {1});
    writer.close();
    IllegalStateException lost = assertInstanceOf(IllegalStateException.class, nextDropped());
    awaitClosed(writer);
    assertEquals("2 accepted items were not written", lost.getMessage());
    assertTrue(upstream.cancelled);
    assertEquals(Peer.FAILED, reader.peer());
  }

  @Test
  void anErrorOfTheUpstreamThatWaitsIsNotLostByAClose() throws Exception {
    Subscriber<IntBuffer> subscriber = subscribe();
    upstream.awaitRequest();
    emit(subscriber, new int[2 * CAPACITY]);
    RuntimeException error = new RuntimeException("of the upstream");
    subscriber.onError(error);
    writer.close();
    assertSame(error, nextDropped());
    assertEquals("1 accepted items were not written", error.getSuppressed()[0].getMessage());
    awaitClosed(writer);
    assertEquals(Peer.FAILED, reader.peer());
  }

  @Test
  void anErrorOfTheUpstreamAndALostReaderAreBothReported() throws Exception {
    Subscriber<IntBuffer> subscriber = subscribe();
    upstream.awaitRequest();
    emit(subscriber, new int[2 * CAPACITY]);
    RuntimeException error = new RuntimeException("of the upstream");
    subscriber.onError(error);
    reader.close();
    assertInstanceOf(PeerLostException.class, nextDropped());
    assertSame(error, nextDropped());
  }

  @Test
  void aTruncatedFileEndsTheStream() throws Exception {
    Subscriber<IntBuffer> subscriber = subscribe();
    upstream.awaitRequest();
    emit(subscriber, new int[] {1});
    RingFile.truncate(ring.file(), 100);
    assertInstanceOf(TruncatedRingException.class, nextDropped());
    awaitClosed(writer);
    assertTrue(upstream.cancelled);
    assertInstanceOf(TruncatedRingException.class, writer.closeCause());
    subscriber.onNext(IntBuffer.allocate(1)); // §2.8
  }

  @Test
  void aClosedWriterRefusesTheSubscription() throws Exception {
    writer.close();
    subscribe();
    assertInstanceOf(IllegalStateException.class, nextDropped());
    assertTrue(upstream.cancelled);
  }

  @Test
  void anUpstreamThatThrowsEndsTheStream() throws Exception {
    RuntimeException thrown = new RuntimeException("of request");
    writer
        .subscriber(options)
        .onSubscribe(
            new Subscription() {
              @Override
              public void request(long n) {
                throw thrown;
              }

              @Override
              public void cancel() {}
            });
    assertSame(thrown, nextDropped());
    awaitClosed(writer);
    assertEquals(Peer.FAILED, reader.peer());
  }

  @Test
  void aMessageThatIsImpossibleEndsTheStream() throws Exception {
    MessageRing messages = MessageRing.create(directory.resolve("messages"), 4096);
    try (MessageWriter messageWriter = messages.writer();
        MessageReader messageReader = messages.reader()) {
      Subscriber<ByteBuffer> subscriber = messageWriter.subscriber(options);
      subscriber.onSubscribe(upstream);
      upstream.awaitRequest();
      subscriber.onNext(ByteBuffer.allocate(3));
      subscriber.onNext(ByteBuffer.allocate(513));
      assertTrue(nextDropped().toString().contains("a message has from 1 to 512 bytes"));
      awaitClosed(messageWriter);
      assertEquals(Peer.FAILED, messageReader.peer());
      assertTrue(upstream.cancelled);
      assertEquals(1, messageReader.drain(message -> {}, 9));
    }
  }
}
