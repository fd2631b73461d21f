package org.reactiveserializer.stress.support;

import java.util.function.Consumer;

/**
 * A probe with plain fields only, so that only the serializer orders the accesses of successive
 * signals: a signal that does not see what an earlier one wrote shows a missing happens-before
 * (§1.3).
 */
public final class PlainProbe extends Probe {
  private boolean inside;
  private int begun;
  private int ended;
  private int torn;

  /** Creates a probe that records {@code capacity} items, and reacts to each item. */
  public PlainProbe(int capacity, Consumer<Item> reaction) {
    super(capacity, reaction);
  }

  @Override
  protected void enter() {
    if (inside || begun != ended) {
      torn++;
    }
    inside = true;
    begun++;
  }

  @Override
  protected void leave() {
    ended++;
    inside = false;
  }

  @Override
  public int overlaps() {
    return torn;
  }
}
