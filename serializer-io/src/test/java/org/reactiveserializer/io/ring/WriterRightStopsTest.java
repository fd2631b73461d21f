package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

/**
 * A thread that emits the last item that is expected is stopped while it writes it, into the last place
 * of the ring. The stream's thread comes, finds the writer taken and nothing that waits, and so would
 * sleep: whoever leaves the writer then must wake it, or nothing is requested any more.
 */
class WriterRightStopsTest {
  @Test
  void whoWritesTheLastWakesTheThread() throws InterruptedException {
    new Stopped(true).play();
  }

  /** Twin: it is not woken. */
  @Test
  void detectsASleepingThread() {
    assertThrows(AssertionFailedError.class, () -> new Stopped(false).play());
  }

  private static final class Stopped extends RingSink<Integer> implements WriterRight.Stream {
    private final CountDownLatch writes = new CountDownLatch(1);
    private final CountDownLatch hasLooked = new CountDownLatch(1);
    private final AtomicInteger wakeUps = new AtomicInteger();
    private final AtomicInteger requested = new AtomicInteger();
    private final AtomicInteger free = new AtomicInteger(1);
    private final WriterRight<Integer> right = new WriterRight<>(this, this);
    private final boolean isWoken;

    Stopped(boolean isWoken) {
      this.isWoken = isWoken;
    }

    void play() throws InterruptedException {
      assertTrue(right.take(false));
      assertTrue(right.expect());
      Thread emitter = new Thread(() -> right.emit(1), "emitter");
      emitter.start();
      await(writes);
      assertFalse(right.take(false));
      assertFalse(right.helpWaiting()); // so the thread sleeps
      hasLooked.countDown();
      emitter.join(TimeUnit.SECONDS.toMillis(60));
      free.set(1); // the reader has read it
      if (wakeUps.get() > 0 && right.take(false)) {
        right.expect();
      }
      assertEquals(2, requested.get());
    }

    @Override
    boolean offer(Integer item) {
      writes.countDown();
      await(hasLooked);
      free.decrementAndGet();
      return true;
    }

    @Override
    int room() {
      return free.get();
    }

    @Override
    Integer copy(Integer item) {
      return item;
    }

    @Override
    public void request(int n) {
      requested.addAndGet(n);
    }

    @Override
    public boolean isEnding() {
      return false;
    }

    @Override
    public void broken(Throwable cause) {
      throw new AssertionError(cause);
    }

    @Override
    public void wake() {
      if (isWoken) {
        wakeUps.incrementAndGet();
      }
    }

    private static void await(CountDownLatch latch) {
      try {
        if (!latch.await(60, TimeUnit.SECONDS)) {
          throw new AssertionError("the other thread did not come");
        }
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }
}
