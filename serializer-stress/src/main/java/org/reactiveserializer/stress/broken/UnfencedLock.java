package org.reactiveserializer.stress.broken;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A lock for two threads, made of two flags (Dekker), without the fence between raising the own
 * flag and reading the other one. It is correct in every interleaving, but not on a real machine,
 * where the write may stay in the store buffer while the read is executed.
 */
public final class UnfencedLock extends SpinLock {
  private final AtomicReference<@Nullable Thread> first = new AtomicReference<>();
  private final AtomicInteger flagOfFirst = new AtomicInteger();
  private final AtomicInteger flagOfSecond = new AtomicInteger();

  /** Creates a lock that no thread holds. */
  public UnfencedLock() {}

  /**
   * Waits for the lock, so that every thread delivers its own item: two owners at a time could
   * otherwise link the list of waiting work into a cycle, and never reach its end.
   */
  @Override
  protected boolean tryLock() {
    boolean isFirst = isFirst();
    while (!(isFirst ? raise(flagOfFirst, flagOfSecond) : raise(flagOfSecond, flagOfFirst))) {
      if (!isFirst) {
        Thread.onSpinWait(); // otherwise both could give way to each other forever
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
