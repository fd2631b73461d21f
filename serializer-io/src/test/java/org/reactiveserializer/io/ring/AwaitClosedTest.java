package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.IntBuffer;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.testing.Await;
import org.reactivestreams.Subscriber;

/** Waiting for the end of a stream, and its cause. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AwaitClosedTest extends RingSubscriberFixture {
  private static final Duration VERY_LONG = Duration.ofSeconds(Long.MAX_VALUE);

  @Test
  void waitsUntilTheLastItemIsWritten() throws Exception {
    Subscriber<IntBuffer> subscriber = subscribe();
    upstream.awaitRequest();
    emit(subscriber, new int[2 * CAPACITY]);
    subscriber.onComplete();
    assertFalse(writer.awaitClosed(Duration.ofMillis(20)));
    assertNull(writer.closeCause());
    assertEquals(CAPACITY, reader.drain(value -> {}, CAPACITY));
    assertTrue(writer.awaitClosed(VERY_LONG));
    assertNull(writer.closeCause());
    assertEquals(CAPACITY, reader.available());
    assertEquals(Peer.CLOSED, reader.peer());
    assertTrue(writer.awaitClosed(Duration.ZERO));
  }

  @Test
  void theCauseIsTheErrorOfTheUpstreamAndTheHookRanBefore() throws Exception {
    AtomicBoolean continued = new AtomicBoolean();
    BlockingQueue<Throwable> seen = new LinkedBlockingQueue<>();
    Subscriber<IntBuffer> subscriber =
        subscribe(
            writer.subscriber(
                options.onErrorDropped(
                    error -> {
                      seen.add(error);
                      Await.until(continued::get, () -> "the test");
                      try {
                        writer.awaitClosed(VERY_LONG);
                      } catch (IllegalStateException | InterruptedException itsOwn) {
                        seen.add(itsOwn);
                      }
                    })));
    RuntimeException error = new RuntimeException("of the upstream");
    subscriber.onError(error);
    assertSame(error, seen.take());
    assertFalse(writer.awaitClosed(Duration.ZERO));
    assertNull(writer.closeCause()); // not closed
    continued.set(true);
    assertTrue(writer.awaitClosed(Await.LONG));
    assertInstanceOf(IllegalStateException.class, seen.poll());
    assertSame(error, writer.closeCause());
    ring.writer().close();
  }

  @Test
  void theCauseSaysHowManyItemsAreLost() throws Exception {
    Subscriber<IntBuffer> subscriber = subscribe();
    upstream.awaitRequest();
    emit(subscriber, new int[2 * CAPACITY]);
    writer.close();
    assertTrue(writer.awaitClosed(Await.LONG));
    assertEquals(
        "1 accepted items were not written",
        assertInstanceOf(IllegalStateException.class, writer.closeCause()).getMessage());
    assertSame(writer.closeCause(), nextDropped());
  }

  @Test
  void anEndWithoutAStream() throws Exception {
    assertFalse(writer.awaitClosed(Duration.ZERO));
    assertFalse(writer.awaitClosed(Duration.ofSeconds(Long.MIN_VALUE)));
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, () -> writer.awaitClosed(VERY_LONG));
    Thread closing = new Thread(() -> writer.close());
    closing.start();
    assertTrue(writer.awaitClosed(VERY_LONG));
    closing.join();
    assertNull(writer.closeCause());
  }

  @Test
  void theSubscriberOfAReaderCannotWaitForIt() throws Exception {
    write(1);
    BlockingQueue<Throwable> thrown = new LinkedBlockingQueue<>();
    Recorder<IntBuffer> recorder =
        new Recorder<>(
            Long.MAX_VALUE,
            batch ->
                thrown.add(
                    assertThrows(
                        IllegalStateException.class, () -> reader.awaitClosed(VERY_LONG))));
    reader.publisher(options).subscribe(recorder);
    assertTrue(thrown.take().toString().contains("must not wait for its own end"));
    reader.close();
    assertTrue(reader.awaitClosed(Await.LONG));
    recorder.awaitError(IllegalStateException.class);
  }
}
