package org.reactiveserializer.stress.support;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Detects overlapping signals with atomics: it finds every overlap, but its fences hide a missing
 * happens-before between signals that do not overlap. {@link PlainProbe} finds those.
 */
public final class GuardProbe extends Probe {
  private final AtomicInteger inside = new AtomicInteger();
  private final AtomicInteger overlaps = new AtomicInteger();
  private final AtomicInteger entered = new AtomicInteger();

  /** Creates a probe that records {@code capacity} items, and reacts to each item. */
  public GuardProbe(int capacity, Consumer<Item> reaction) {
    super(capacity, reaction);
  }

  @Override
  protected void enter() {
    entered.getAndIncrement();
    if (inside.getAndIncrement() != 0) {
      overlaps.getAndIncrement();
    }
  }

  @Override
  protected void leave() {
    inside.getAndDecrement();
  }

  @Override
  public int overlaps() {
    return overlaps.get();
  }

  /** Returns the number of signals, counted atomically. */
  public int entered() {
    return entered.get();
  }
}
