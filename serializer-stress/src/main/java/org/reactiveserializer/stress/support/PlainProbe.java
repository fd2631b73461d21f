package org.reactiveserializer.stress.support;

import java.util.function.Consumer;

/**
 * Has plain fields only, so that nothing but the serializer orders what successive signals read and
 * write: one that misses what an earlier one wrote shows that a happens-before is missing (§1.3).
 */
public final class PlainProbe extends Probe {
  private boolean inside;
  private int begun;
  private int ended;
  private int torn;

  /** Creates a probe that notes so many items, and reacts to each. */
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
