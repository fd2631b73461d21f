package org.reactiveserializer.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.reactiveserializer.testing.Elsewhere;

/**
 * Items that two threads emit through a source: half of the odd ones always while the first item is
 * being delivered, the rest at random. Ignores demand.
 */
public final class TwoThreads {
  private static final int COUNT = 10_000;

  private final Tap<Integer> source = Tap.named("two threads");
  private final AtomicInteger inside = new AtomicInteger();
  private volatile boolean overlapped;

  public Tap<Integer> source() {
    return source;
  }

  /** To be called with each item directly behind the operator that makes the items serial. */
  public void through(int item) {
    if (inside.getAndIncrement() > 0) {
      overlapped = true;
    }
    if (item == 0) {
      Elsewhere.run(() -> push(1, COUNT / 2));
    }
    inside.getAndDecrement();
  }

  /** Emits all items, and completes. */
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

  /** Asserts that all items arrived, each thread's in its order, and never two at a time. */
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
