package org.reactiveserializer.io.ring;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.settings.Check;
import org.reactiveserializer.io.internal.shared.MemoryFaults;

/**
 * Who uses an end of a ring, until it is closed: its owner, or a stream. While a stream uses it, a
 * close asks the stream to end, and the end is closed when the stream leaves. By any thread.
 */
final class Lifetime {
  private final RingEnd end;
  private final CountDownLatch gone = new CountDownLatch(1);
  private final Object lock = new Object();

  // Guarded by the lock.
  private @Nullable Runnable stopOfStream; // not null while a stream uses the end
  private boolean closing;
  private boolean failing;

  private volatile @Nullable Thread threadOfStream;
  private volatile @Nullable Throwable cause; // of a stream that failed; written before the close

  Lifetime(RingEnd end) {
    this.end = end;
  }

  /** Lets a stream use the end: see {@link RingEnd#enterStream}. */
  void enter(Runnable stop, Thread thread) {
    synchronized (lock) {
      if (closing) {
        throw new IllegalStateException("the " + end + " is closed");
      }
      if (stopOfStream != null) {
        throw new IllegalStateException("the " + end + " is in use by another stream");
      }
      stopOfStream = stop;
      threadOfStream = thread;
    }
  }

  /** The stream does not use the end any more. */
  void leave(@Nullable Throwable causeOfStream) {
    MemoryFaults.forget();
    synchronized (lock) {
      stopOfStream = null;
      threadOfStream = null;
      cause = causeOfStream;
      if (closing) {
        closeNow();
      }
    }
  }

  /** Closes the end, or asks the stream that uses it to end at once. */
  void close(boolean failed) {
    MemoryFaults.forget();
    synchronized (lock) {
      closing = true;
      failing |= failed;
      if (stopOfStream == null) {
        closeNow();
      } else {
        stopOfStream.run();
      }
    }
  }

  private void closeNow() {
    try {
      end.closeNow(failing);
    } finally {
      gone.countDown();
    }
  }

  /** Waits until the end is closed. */
  boolean await(Duration timeout) throws InterruptedException {
    long nanos = Check.nanos(timeout);
    if (Thread.currentThread() == threadOfStream) {
      throw new IllegalStateException(
          "the stream of the " + end + " must not wait for its own end");
    }
    return gone.await(nanos, TimeUnit.NANOSECONDS);
  }

  /** Returns why the stream failed that used the end last, if it did. */
  @Nullable Throwable cause() {
    return cause;
  }
}
