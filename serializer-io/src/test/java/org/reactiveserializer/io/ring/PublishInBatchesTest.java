package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.io.internal.ring.Layout;
import org.reactiveserializer.testing.Await;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** When a writer's stream of messages publishes them. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PublishInBatchesTest extends BothRingsFixture {
  private static final RingOptions ONE_BY_ONE = RingOptions.defaults().batch(4).maxMessage(8);

  private final List<Integer> seen = new ArrayList<>();
  private int written;
  private int available;

  @Test
  void publishesWhenTheBatchIsFullAndWhenRequestReturns() throws Exception {
    emitWithinRequest(ONE_BY_ONE.publishInBatches(), subscriber -> emit(subscriber, 10));
    assertEquals(List.of(0, 0, 0, 4, 4, 4, 4, 8, 8, 8), seen);
    Await.until(() -> published() == 10, () -> "the rest of the batch");
  }

  @Test
  void publishesEachMessageWithoutTheSetting() throws Exception {
    emitWithinRequest(ONE_BY_ONE, subscriber -> emit(subscriber, 3));
    assertEquals(List.of(1, 2, 3), seen);
  }

  @Test
  void publishesEachMessageThatIsEmittedOutsideOfRequest() throws Exception {
    Subscriber<ByteBuffer> subscriber =
        emitWithinRequest(ONE_BY_ONE.publishInBatches(), none -> {});
    emit(subscriber, 3);
    assertEquals(List.of(1, 2, 3), seen);
  }

  /** Nobody knows when the request returns: so what another thread emits does not wait for it. */
  @Test
  void publishesWhatAnotherThreadEmitsMeanwhile() throws Exception {
    emitWithinRequest(
        ONE_BY_ONE.publishInBatches(),
        subscriber -> {
          emit(subscriber, 2);
          Thread other = new Thread(() -> emit(subscriber, 1));
          other.start();
          other.join();
          emit(subscriber, 1);
        });
    assertEquals(List.of(0, 0, 3, 3), seen);
    Await.until(() -> published() == 4, () -> "the rest of the batch");
  }

  @Test
  void publishesBeforeTheEnd() throws Exception {
    emitWithinRequest(
        ONE_BY_ONE.publishInBatches(),
        subscriber -> {
          emit(subscriber, 2);
          subscriber.onComplete();
        });
    assertTrue(messageWriter.awaitClosed(Await.LONG));
    assertEquals(2, published());
    assertNull(messageWriter.closeCause());
  }

  @Test
  void publishesWhenTheWriterIsClosed() throws Exception {
    CountDownLatch emitted = new CountDownLatch(1);
    CountDownLatch mayReturn = new CountDownLatch(1);
    Thread closing =
        new Thread(
            () -> {
              await(emitted);
              messageWriter.close();
              mayReturn.countDown();
            });
    closing.start();
    emitWithinRequest(
        ONE_BY_ONE.publishInBatches(),
        subscriber -> {
          emit(subscriber, 2);
          emitted.countDown();
          await(mayReturn);
        });
    closing.join();
    assertTrue(messageWriter.awaitClosed(Await.LONG));
    assertEquals(2, published());
  }

  /** Otherwise the reader could never make room. */
  @Test
  void publishesWhenTheRingIsFull() throws Exception {
    ByteBuffer largest = ByteBuffer.allocate(messageWriter.maxMessage());
    emitWithinRequest(
        ONE_BY_ONE.batch(1000).publishInBatches(),
        subscriber -> {
          for (int i = 0; i < 8; i++) {
            subscriber.onNext(largest);
            seen.add(published());
          }
        });
    assertEquals(List.of(0, 0, 0, 0, 0, 0, 0, 7), seen);
    Await.until(() -> published() == 8, () -> "the message that had to wait");
  }

  /** Its bytes are those of an earlier message, or nothing: the reader must not get it. */
  @Test
  void doesNotPublishARecordWhoseSourceFailed() throws Exception {
    ByteBuffer unmapped = messageReader.memory.duplicate().limit(8).position(0);
    messageReader.close();
    messageReader = messages.reader(); // and the memory before is unmapped, with JDK 22 and later
    boolean fails = Runtime.version().feature() >= 22;
    emitWithinRequest(
        ONE_BY_ONE.publishInBatches(),
        subscriber -> {
          emit(subscriber, 2);
          if (fails) {
            subscriber.onNext(unmapped);
          } else {
            subscriber.onNext(ByteBuffer.allocate(0));
          }
        });
    assertTrue(messageWriter.awaitClosed(Await.LONG));
    assertEquals(2, published());
    assertNotNull(messageWriter.closeCause());
  }

  /** The tail is that of another process: what was written and not published is lost, and counted. */
  @Test
  void doesNotPublishWhenAnotherProcessHasTakenItsPlace() throws Exception {
    long tail = 4096;
    emitWithinRequest(
        ONE_BY_ONE.publishInBatches(),
        subscriber -> {
          emit(subscriber, 2);
          RingFile.put(messages.file(), RingFile.WRITER_EPOCH, 99);
          Await.until(() -> messageWriter.attachment.fault() != null, () -> "the fault");
          RingFile.put(messages.file(), RingFile.TAIL, tail);
        });
    assertTrue(messageWriter.awaitClosed(Await.LONG));
    assertEquals(tail, Layout.acquireLong(messageReader.memory, RingFile.TAIL));
    Throwable cause = assertInstanceOf(RingInUseException.class, messageWriter.closeCause());
    assertEquals("2 accepted items were not written", cause.getSuppressed()[0].getMessage());
  }

  /** Emits in the first call of {@code request}, and returns when that has returned. */
  private Subscriber<ByteBuffer> emitWithinRequest(RingOptions options, Emission emission)
      throws Exception {
    Subscriber<ByteBuffer> subscriber =
        messageWriter.subscriber(options.onDropped(dropped -> {}));
    CountDownLatch returned = new CountDownLatch(1);
    AtomicReference<@Nullable Throwable> failed = new AtomicReference<>();
    subscriber.onSubscribe(
        new Subscription() {
          private boolean first = true;

          @Override
          public void request(long n) {
            if (!first) {
              return;
            }
            first = false;
            try {
              emission.emitInto(subscriber);
            } catch (Throwable thrown) {
              failed.set(thrown);
            }
            returned.countDown();
          }

          @Override
          public void cancel() {}
        });
    await(returned);
    assertNull(failed.get());
    return subscriber;
  }

  private void emit(Subscriber<ByteBuffer> subscriber, int count) {
    for (int i = 0; i < count; i++) {
      subscriber.onNext(ByteBuffer.allocate(8).putLong(0, written++));
      seen.add(published());
    }
  }

  /** Returns how many messages the reader sees. */
  private synchronized int published() {
    while (messageReader.next() != null) {
      available++;
    }
    messageReader.release();
    return available;
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(Await.LONG.toSeconds(), TimeUnit.SECONDS));
      assertFalse(Thread.currentThread().isInterrupted());
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  private interface Emission {
    void emitInto(Subscriber<ByteBuffer> subscriber) throws Exception;
  }
}
