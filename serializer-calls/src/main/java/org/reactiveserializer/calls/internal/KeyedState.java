package org.reactiveserializer.calls.internal;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.calls.KeyedStats;

/**
 * What a keyed sink counts for all its keys. How many items wait, how many keys are live, and whether the end was
 * requested are one word: so the bound is exact, nothing is accepted behind the end, and one thread finds that all is
 * over.
 */
final class KeyedState {
  private static final long ENDED = Long.MIN_VALUE;
  private static final long KEY = 1L << Integer.SIZE;

  private final AtomicLong word = new AtomicLong();
  private final AtomicInteger highWater = new AtomicInteger();

  final LongAdder delivered = new LongAdder();
  final LongAdder failed = new LongAdder();
  final LongAdder discarded = new LongAdder();
  private final LongAdder overflowed = new LongAdder();
  private final LongAdder interrupted = new LongAdder();
  private final LongAdder late = new LongAdder();

  /** Counts an item. Returns QUEUED if it did, OVERFLOW if there is no room, TERMINATED after the end. */
  EmitOutcome tryAddItem(int capacity) {
    for (; ; ) {
      long now = word.get();
      if (now < 0) {
        return EmitOutcome.TERMINATED;
      }
      int items = (int) now;
      if (items >= capacity) {
        return EmitOutcome.OVERFLOW;
      }
      if (word.compareAndSet(now, now + 1)) {
        noteWaiting(items + 1);
        return EmitOutcome.QUEUED;
      }
      Thread.onSpinWait(); // another thread made progress
    }
  }

  private void noteWaiting(int items) {
    for (int last = highWater.get(); items > last; last = highWater.get()) {
      if (highWater.compareAndSet(last, items)) {
        return;
      }
    }
  }

  void removeItem() {
    word.getAndDecrement();
  }

  /** Counts a key, unless the end was requested. Returns whether it did. */
  boolean tryAddKey() {
    for (long now = word.get(); now >= 0; now = word.get()) {
      if (word.compareAndSet(now, now + KEY)) {
        return true;
      }
      Thread.onSpinWait();
    }
    return false;
  }

  /** Counts a key less. Returns whether it was the last one after the end. */
  boolean removeKey() {
    return isOver(word.addAndGet(-KEY));
  }

  /** Requests the end. Returns whether this call did so, and no key is live. */
  boolean end() {
    for (long now = word.get(); now >= 0; now = word.get()) {
      if (word.compareAndSet(now, now | ENDED)) {
        return isOver(now | ENDED);
      }
      Thread.onSpinWait();
    }
    return false;
  }

  private static boolean isOver(long now) {
    return now < 0 && keys(now) == 0;
  }

  private static int keys(long now) {
    return (int) ((now & ~ENDED) >>> Integer.SIZE);
  }

  boolean isEnded() {
    return word.get() < 0;
  }

  int keys() {
    return keys(word.get());
  }

  int items() {
    return (int) word.get();
  }

  /** Counts an item that its caller keeps. */
  void countRefused(EmitOutcome outcome) {
    switch (outcome) {
      case OVERFLOW -> overflowed.increment();
      case INTERRUPTED -> interrupted.increment();
      default -> late.increment();
    }
  }

  KeyedStats stats() {
    return new KeyedStats(
        keys(word.get()),
        items(),
        highWater.get(),
        delivered.sum(),
        failed.sum(),
        discarded.sum(),
        overflowed.sum(),
        interrupted.sum(),
        late.sum());
  }
}
