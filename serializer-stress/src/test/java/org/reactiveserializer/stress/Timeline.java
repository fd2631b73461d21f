package org.reactiveserializer.stress;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * When emissions began and returned, and in which order their items were delivered: whether the
 * deliveries are the other end of a linearizable FIFO queue. That is so if no item was delivered
 * before one whose emission had returned when its own began. (All items are delivered when the
 * emissions are over, so no removal precedes an addition.)
 */
final class Timeline {
  private final AtomicInteger clock = new AtomicInteger();
  private final List<Emission> delivered = new ArrayList<>();
  private final AtomicInteger emitted = new AtomicInteger();

  /** Records that the emission of {@code item} begins. By the thread that emits it. */
  void begin(Emission item) {
    emitted.getAndIncrement();
    item.began = clock.incrementAndGet();
  }

  /** Records that the emission has returned. By the thread that emitted it. */
  void end(Emission item) {
    item.returned = clock.incrementAndGet();
  }

  /** Records a delivery. By the downstream, so by one thread at a time. */
  void deliver(Emission emission) {
    delivered.add(emission);
  }

  /** Returns how many items were emitted and not delivered. When all threads are done. */
  int missing() {
    return emitted.get() - delivered.size();
  }

  /**
   * Returns how many items were delivered before one whose emission had returned when theirs began.
   * When all threads are done.
   */
  int overtakers() {
    int count = 0;
    int firstReturn = Integer.MAX_VALUE; // of those delivered later
    for (int i = delivered.size() - 1; i >= 0; i--) {
      Emission emission = delivered.get(i);
      if (firstReturn < emission.began) {
        count++;
      }
      firstReturn = Math.min(firstReturn, emission.returned);
    }
    return count;
  }

  /** An item, with the times of its emission. */
  static class Emission {
    // Written by the thread that emits, read when all threads are done.
    private int began;
    private int returned = Integer.MAX_VALUE;
  }
}
