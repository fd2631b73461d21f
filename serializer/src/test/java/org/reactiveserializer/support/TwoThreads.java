package org.reactiveserializer.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Numbers that two threads bring to what stands behind a source: half of the odd ones while the first is being
 * delivered, for certain, and the rest at random. Heeds no demand.
 */
public final class TwoThreads {
  private static final int COUNT = 10_000;

  private final Tap<Integer> source = Tap.named("two threads");
  private final AtomicInteger inside = new AtomicInteger();
  private volatile boolean overlapped;

  public Tap<Integer> source() {
    return source;
  }

  /** To be called with each item right behind what is to make them come one after the other. */
  public void through(int item) {
    if (inside.getAndIncrement() > 0) {
      overlapped = true;
    }
    if (item == 0) {
      Elsewhere.run(() -> push(1, COUNT / 2));
    }
    inside.getAndDecrement();
  }

  /** Brings them all, and the end. */
  public void run() {
    source.next(0);
    Race.run(0, () -> push(2, COUNT), () -> push(COUNT / 2 + 1, COUNT));
    source.complete();
  }

  private void push(int from, int to) {
    for (int i = from; i < to; i += 2) {
      source.next(i);
    }
  }

  /** Asserts that all arrived, each thread's in its order, and never two at a time. */
  public void assertArrived(List<Integer> items) {
    assertFalse(overlapped);
    for (int parity = 0; parity < 2; parity++) {
      int mine = parity;
      assertEquals(
          IntStream.range(0, COUNT).filter(i -> i % 2 == mine).boxed().toList(),
          items.stream().filter(i -> i % 2 == mine).toList());
    }
    assertEquals(COUNT, items.size());
  }
}
