package org.reactiveserializer.stress.support;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Finds signals that overlap, with atomics: it sees every overlap, but its fences hide a missing
 * happens-before between signals that do not. That is what {@link PlainProbe} is for.
 */
public final class GuardProbe extends Probe {
  private final AtomicInteger inside = new AtomicInteger();
  private final AtomicInteger overlaps = new AtomicInteger();
  private final AtomicInteger entered = new AtomicInteger();

  /** Creates a probe that notes so many items, and reacts to each. */
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

  /** Returns how many signals came, counted atomically. */
  public int entered() {
    return entered.get();
  }
}
