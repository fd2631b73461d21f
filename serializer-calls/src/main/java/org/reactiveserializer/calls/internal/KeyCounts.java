package org.reactiveserializer.calls.internal;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.calls.KeyedStats;
import org.reactiveserializer.internal.events.NamedStream;

/**
 * What a keyed sink counts for all its keys. How many items wait, how many keys are live, and whether the end was
 * requested are one word: so the bound is exact, nothing is accepted behind the end, and one thread finds that all is
 * over.
 */
final class KeyCounts implements NamedStream {
  private static final long ENDED = Long.MIN_VALUE;
  private static final long KEY = 1L << Integer.SIZE;
  private static final long ITEM = 1;

  private final AtomicLong word = new AtomicLong();
  private final LongAccumulator highWater = new LongAccumulator(Math::max, 0);

  final LongAdder delivered = new LongAdder();
  final LongAdder failed = new LongAdder();
  final LongAdder discarded = new LongAdder();
  private final LongAdder overflowed = new LongAdder();
  private final LongAdder interrupted = new LongAdder();
  private final LongAdder withdrawn = new LongAdder();
  private final LongAdder late = new LongAdder();

  /** Counts an item. Returns false if so many wait, or after the end. */
  boolean addItem(int capacity) {
    return add(ITEM, capacity);
  }

  void removeItem() {
    word.getAndAdd(-ITEM);
  }

  /** Counts a key. Returns false after the end. */
  boolean addKey() {
    return add(KEY, Integer.MAX_VALUE);
  }

  /** Counts a key less. Returns whether it was the last one after the end. */
  boolean removeKey() {
    return isOver(word.addAndGet(-KEY));
  }

  private boolean add(long what, int capacity) {
    for (long now = word.get(); now >= 0 && items(now) < capacity; now = word.get()) {
      if (word.compareAndSet(now, now + what)) {
        highWater.accumulate(items(now + what));
        return true;
      }
      Thread.onSpinWait(); // another thread made progress
    }
    return false;
  }

  /** Requests the end. Returns whether this call did so, and no key is live. */
  boolean end() {
    long before = word.getAndUpdate(now -> now | ENDED);
    return before >= 0 && isOver(before | ENDED);
  }

  private static boolean isOver(long now) {
    return now < 0 && keys(now) == 0;
  }

  private static int keys(long now) {
    return (int) ((now & ~ENDED) >>> Integer.SIZE);
  }

  private static int items(long now) {
    return (int) now;
  }

  boolean isEnded() {
    return word.get() < 0;
  }

  boolean isFull(int capacity) {
    return items(word.get()) >= capacity;
  }

  /** Returns why an item is refused. */
  EmitOutcome refusal() {
    return isEnded() ? EmitOutcome.TERMINATED : EmitOutcome.OVERFLOW;
  }

  /** Counts an item that its caller keeps, if it is refused. Returns the outcome. */
  EmitOutcome counted(EmitOutcome outcome) {
    switch (outcome) {
      case OVERFLOW -> overflowed.increment();
      case INTERRUPTED -> interrupted.increment();
      case WITHDRAWN -> withdrawn.increment();
      case TERMINATED -> late.increment();
      default -> {}
    }
    return outcome;
  }

  @Override
  public Figures figures() {
    KeyedStats now = stats();
    return new Figures(
        now.delivered(),
        now.queued(),
        now.discarded(),
        now.highWater(),
        Map.of(
            "overflow", now.overflowed(),
            "interrupted", now.interrupted(),
            "withdrawn", now.withdrawn(),
            "terminated", now.late()));
  }

  KeyedStats stats() {
    long now = word.get();
    return new KeyedStats(
        keys(now),
        items(now),
        (int) highWater.get(),
        delivered.sum(),
        failed.sum(),
        discarded.sum(),
        overflowed.sum(),
        interrupted.sum(),
        withdrawn.sum(),
        late.sum());
  }
}
