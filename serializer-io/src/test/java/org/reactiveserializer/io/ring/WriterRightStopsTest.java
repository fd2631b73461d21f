package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A thread emits within its own request: an item that waits for room, and then the last that is
 * expected. It returns from the request, and is stopped while it flushes both. The stream's thread
 * comes, finds the writer taken and nothing that waits, and so would sleep: whoever flushed must wake
 * it, or nothing is requested any more.
 */
class WriterRightStopsTest {
  @Test
  void whoFlushesTheLastWakesTheThread() throws InterruptedException {
    new Stopped(true).play();
  }

  /** Twin: it is not woken. */
  @Test
  void detectsASleepingThread() {
    assertThrows(IllegalStateException.class, () -> new Stopped(false).play());
  }

  private static final class Stopped extends WriterRightPlay {
    private static final int LAST = 6;

    private final CountDownLatch itemWaits = new CountDownLatch(1);
    private final CountDownLatch threadFlushes = new CountDownLatch(1);
    private final CountDownLatch lastWaits = new CountDownLatch(1);
    private final CountDownLatch hasRoom = new CountDownLatch(1);
    private final CountDownLatch emitterFlushes = new CountDownLatch(1);
    private final CountDownLatch hasLooked = new CountDownLatch(1);
    private final boolean isWoken;
    private @Nullable Thread emitter; // null while the play is prepared

    Stopped(boolean isWoken) {
      super(3);
      this.isWoken = isWoken;
    }

    void play() throws InterruptedException {
      look(); // what waits from the preparation is written
      Thread thread = new Thread(this::arrive, "emitter");
      emitter = thread;
      thread.start();
      await(itemWaits);
      look(); // flushes, as far as there is room
      read();
      hasRoom.countDown();
      await(emitterFlushes);
      look();
      hasLooked.countDown();
      thread.join(TimeUnit.SECONDS.toMillis(60));
      check();
    }

    @Override
    void emitting(int item) {
      if (item == LAST && Thread.currentThread() == emitter) {
        itemWaits.countDown();
        await(threadFlushes);
      }
    }

    @Override
    void hasEmitted(int item) {
      if (item == LAST && Thread.currentThread() == emitter) {
        lastWaits.countDown();
        await(hasRoom);
      }
    }

    @Override
    void publishing() {
      if (emitter == null || itemWaits.getCount() > 0) {
        return;
      }
      if (Thread.currentThread() != emitter) {
        threadFlushes.countDown();
        await(lastWaits);
      } else if (hasRoom.getCount() == 0) {
        emitterFlushes.countDown();
        await(hasLooked);
      }
    }

    @Override
    public void wake() {
      if (isWoken) {
        super.wake();
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
