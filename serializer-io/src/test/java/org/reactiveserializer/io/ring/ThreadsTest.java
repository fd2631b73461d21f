package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.IntBuffer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.testing.Await;
import org.reactivestreams.Subscriber;

/** The threads of the streams: what happens if one gets an error anywhere. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ThreadsTest extends RingSubscriberFixture {
  @Test
  void aTruncatedFileIsAnEndOfTheSubscription() throws Exception {
    RingFile.truncate(ring.file(), 0);
    RingFile.provoke(this::subscribe);
    assertInstanceOf(TruncatedRingException.class, nextDropped());
    assertTrue(upstream.cancelled);
  }

  @Test
  void noThreadTakesOverAGroupOrAThreadLocalValue() throws Exception {
    InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
    ThreadGroup group = new ThreadGroup("of the test");
    AtomicReference<@Nullable String> seen = new AtomicReference<>("nothing");
    Thread starter =
        new Thread(
            group,
            () -> {
              local.set("of the test");
              Recorder<IntBuffer> recorder =
                  new Recorder<>(Long.MAX_VALUE, batch -> seen.set(local.get()));
              reader.publisher(options).subscribe(recorder);
              subscribe();
            });
    starter.start();
    starter.join();
    assertEquals(0, group.activeCount());
    upstream.awaitRequest();
    write(1);
    Await.until(() -> !"nothing".equals(seen.get()), () -> "the item");
    assertNull(seen.get());
  }

  /**
   * An item that was not requested is refused also while the other thread writes those before it.
   */
  @Test
  void anItemWithoutDemandEndsTheStreamWhileOthersAreFlushed() throws Exception {
    CountDownLatch flushing = new CountDownLatch(1);
    CountDownLatch continued = new CountDownLatch(1);
    Thread emitter = Thread.currentThread();
    RingSink<IntBuffer> sink =
        new RingSink<>() {
          private int offers;

          @Override
          int room() {
            return 2;
          }

          @Override
          boolean offer(IntBuffer item) {
            if (Thread.currentThread() != emitter && offers == 1) {
              flushing.countDown();
              awaitUninterrupted(continued);
            }
            return offers++ > 0;
          }

          @Override
          IntBuffer copy(IntBuffer item) {
            return item;
          }
        };
    Subscriber<IntBuffer> subscriber = subscribe(new RingSubscriber<>(writer, sink, options));
    assertEquals(2, upstream.awaitRequest());
    emit(subscriber, new int[1]);
    flushing.await();
    emit(subscriber, new int[1]);
    subscriber.onNext(IntBuffer.allocate(1));
    continued.countDown();
    assertTrue(nextDropped().toString().contains("an item was emitted without demand (§1.1)"));
    assertTrue(upstream.cancelled);
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    Await.until(() -> latch.getCount() == 0, () -> "the latch");
  }

  /** As a late fault of the memory is: it may come out of any call. */
  @Test
  void anErrorAnywhereInTheThreadOfAWriterEndsItsStream() throws Exception {
    AtomicBoolean thrown = new AtomicBoolean();
    IntSink ints = new IntSink(writer, options);
    RingSink<IntBuffer> sink =
        new RingSink<>() {
          @Override
          boolean hasWaiting() {
            if (!thrown.getAndSet(true)) {
              throw new InternalError("of the test");
            }
            return super.hasWaiting();
          }

          @Override
          int room() {
            return ints.room();
          }

          @Override
          boolean offer(IntBuffer item) {
            return ints.offer(item);
          }

          @Override
          IntBuffer copy(IntBuffer item) {
            return ints.copy(item);
          }
        };
    subscribe(new RingSubscriber<>(writer, sink, options));
    assertEquals("of the test", assertInstanceOf(InternalError.class, nextDropped()).getMessage());
    assertTrue(upstream.cancelled);
    awaitClosed(writer);
    assertEquals(Peer.FAILED, reader.peer());
    ring.writer().close();
    assertEquals(List.of(), List.copyOf(dropped));
  }
}
