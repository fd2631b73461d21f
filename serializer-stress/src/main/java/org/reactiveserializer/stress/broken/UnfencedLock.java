package org.reactiveserializer.stress.broken;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A lock for two threads, of two flags (Dekker), but for the fence between raising one's own and
 * looking at the other's: right in every interleaving, and wrong on a real machine, where a write
 * may wait in the store buffer while the look goes ahead.
 */
public final class UnfencedLock extends SpinLock {
  private final AtomicReference<@Nullable Thread> first = new AtomicReference<>();
  private final AtomicInteger flagOfFirst = new AtomicInteger();
  private final AtomicInteger flagOfSecond = new AtomicInteger();

  /** Creates a lock that nobody holds. */
  public UnfencedLock() {}

  /**
   * Waits for the lock, so that every item goes straight through: two owners at a time would otherwise tie
   * the list of what waits into a knot, and never come to the end of it.
   */
  @Override
  protected boolean tryLock() {
    boolean isFirst = isFirst();
    while (!(isFirst ? raise(flagOfFirst, flagOfSecond) : raise(flagOfSecond, flagOfFirst))) {
      if (!isFirst) {
        Thread.onSpinWait(); // lest both give way to each other for ever
      }
    }
    return true;
  }

  @Override
  protected void unlock() {
    (isFirst() ? flagOfFirst : flagOfSecond).setRelease(0);
  }

  private static boolean raise(AtomicInteger own, AtomicInteger other) {
    own.setRelease(1);
    if (other.getAcquire() == 0) {
      return true;
    }
    own.setRelease(0);
    return false;
  }

  private boolean isFirst() {
    Thread known = first.get();
    if (known == null) {
      first.compareAndSet(null, Thread.currentThread());
      known = first.get();
    }
    return known == Thread.currentThread();
  }
}
