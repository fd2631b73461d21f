package org.reactiveserializer.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.testing.Await;
import org.reactiveserializer.testing.Stop;

/**
 * The thread of a {@link PollLoop} is stopped when it is about to rest, or the one that requests before
 * it wakes it; meanwhile the other one does all that it can do.
 */
class PollStopsTest {
  private static final String IPC = "aeron:ipc?term-length=64k";

  /** How long a twin is waited for, which never comes. */
  private static final Duration SHORT = Duration.ofMillis(300);

  private final int stream = Nodes.newStream();
  private final Collecting collecting = new Collecting(0);
  private final io.aeron.Subscription subscription =
      Nodes.NODE.aeron().addSubscription(IPC, stream);
  private final AeronSubscriber<String> out =
      Nodes.NODE.<String>subscriber(Texts.WRITER).open(IPC, stream);

  @AfterEach
  void close() {
    out.close();
  }

  @Test
  void aRequestBeforeTheRest() throws Exception {
    Stopped loop = new Stopped();
    loop.beginAndStop();
    out.tryEmit("x");
    loop.request(1);
    loop.beforeRest.goOn();
    assertEquals("x", collecting.next());
    loop.cancel();
    loop.awaitEnd();
  }

  @Test
  void aCancellationBeforeTheRest() throws Exception {
    Stopped loop = new Stopped();
    loop.beginAndStop();
    loop.cancel();
    loop.beforeRest.goOn();
    loop.awaitEnd();
    assertEquals(1, collecting.ended.getCount());
  }

  @Test
  void aBadRequestBeforeTheRest() throws Exception {
    Stopped loop = new Stopped();
    loop.beginAndStop();
    loop.request(0);
    loop.beforeRest.goOn();
    loop.awaitEnd();
    assertTrue(collecting.error instanceof IllegalArgumentException);
  }

  @Test
  void aCloseBeforeTheRest() throws Exception {
    Stopped loop = new Stopped();
    loop.beginAndStop();
    loop.close();
    loop.beforeRest.goOn();
    collecting.awaitEnd();
    assertNull(collecting.error);
    loop.awaitEnd();
  }

  @Test
  void theRequestingThreadIsStopped() throws Exception {
    Stop stop = new Stop();
    assertEquals(
        "x",
        requestOne(
            new Counting() {
              @Override
              public void request(long n) {
                add(n);
                stop.here();
                wake();
              }
            },
            stop,
            0,
            Await.LONG));
  }

  /** Twin: it wakes the thread first, which looks and rests again. */
  @Test
  void detectsAWakeUpThatComesTooEarly() throws Exception {
    Stop stop = new Stop();
    assertNull(
        requestOne(
            new Counting() {
              @Override
              public void request(long n) {
                wake();
                stop.here();
                add(n);
              }
            },
            stop,
            1,
            SHORT));
  }

  /**
   * Returns what is delivered before anything else wakes the thread. Who requests goes on when that
   * has rested {@code more} times meanwhile.
   */
  private @Nullable String requestOne(Counting loop, Stop stop, int more, Duration limit)
      throws InterruptedException {
    out.tryEmit("x");
    loop.start(collecting);
    Await.until(() -> loop.rests.get() >= 1);
    int before = loop.rests.get();
    Thread requesting = new Thread(() -> loop.request(1));
    requesting.start();
    stop.awaitReached();
    Await.until(() -> loop.rests.get() - before >= more);
    stop.goOn();
    requesting.join();
    String item = collecting.items.poll(limit.toMillis(), TimeUnit.MILLISECONDS);
    loop.cancel();
    loop.awaitEnd();
    return item;
  }

  private class Counting extends PollLoop<String> {
    final AtomicInteger rests = new AtomicInteger();
    private final CountDownLatch ended;

    Counting() {
      this(new CountDownLatch(1));
    }

    private Counting(CountDownLatch ended) {
      super(new Ended(ended), subscription, Nodes.NODE.publisher(Texts.READER));
      this.ended = ended;
    }

    final void awaitEnd() throws InterruptedException {
      assertTrue(ended.await(Await.LONG.toMillis(), TimeUnit.MILLISECONDS));
    }

    @Override
    void rest() {
      rests.incrementAndGet();
      super.rest();
    }
  }

  /** The thread is stopped before it rests. */
  private final class Stopped extends Counting {
    final Stop beforeRest = new Stop();

    void beginAndStop() {
      start(collecting);
      beforeRest.awaitReached();
    }

    @Override
    void rest() {
      beforeRest.here();
      super.rest();
    }
  }

  private record Ended(CountDownLatch latch) implements PollLoop.Owner {
    @Override
    public boolean isLastGone() {
      return false;
    }

    @Override
    public @Nullable Throwable whyClosed() {
      return null;
    }

    @Override
    public void hasEnded() {
      latch.countDown();
    }
  }
}
