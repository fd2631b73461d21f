package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.IntBuffer;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.reactiveserializer.testing.Await;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A subscriber that writes into a ring, and its upstream. */
abstract class RingSubscriberFixture extends IntRingFixture {
  final BlockingQueue<Throwable> dropped = new LinkedBlockingQueue<>();
  final RingOptions options =
      RingOptions.defaults().batch(CAPACITY / 4).onErrorDropped(dropped::add);
  final Upstream upstream = new Upstream();

  /** Runs before the ends are closed. */
  @AfterEach
  final void nothingElseWasDropped() {
    writer.close();
    assertEquals(List.of(), List.copyOf(dropped));
  }

  final Subscriber<IntBuffer> subscribe() {
    return subscribe(writer.subscriber(options));
  }

  final Subscriber<IntBuffer> subscribe(Subscriber<IntBuffer> subscriber) {
    subscriber.onSubscribe(upstream);
    return subscriber;
  }

  final void emit(Subscriber<IntBuffer> subscriber, int[] ints) {
    assertTrue(upstream.outstanding() > 0);
    upstream.emitted();
    subscriber.onNext(IntBuffer.wrap(ints));
  }

  /** Waits for so many ints: one item may be left to the stream's thread. */
  final void awaitWritten(int n) {
    Await.until(() -> reader.available() == n, () -> reader.available() + " ints");
  }

  /** Returns the next error that the hook gets. */
  final Throwable nextDropped() throws InterruptedException {
    Throwable next = dropped.poll(Await.LONG.toSeconds(), TimeUnit.SECONDS);
    assertNotNull(next, "nothing was dropped");
    return next;
  }

  /** Counts what is requested. */
  static final class Upstream implements Subscription {
    private long outstanding; // guarded by this
    volatile boolean cancelled;

    @Override
    public synchronized void request(long n) {
      outstanding += n;
      notifyAll();
    }

    @Override
    public void cancel() {
      cancelled = true;
    }

    synchronized long outstanding() {
      return outstanding;
    }

    synchronized void emitted() {
      outstanding--;
    }

    synchronized long awaitRequest() throws InterruptedException {
      while (outstanding == 0) { // the test has a limit
        wait();
      }
      return outstanding;
    }
  }
}
