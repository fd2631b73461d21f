package org.reactiveserializer.stress.broken;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.emission.Work;
import org.reactiveserializer.stress.support.Item;

/** A run that appends in two steps: it looks whether it is sealed, and counts the item then. */
public final class LooseRun extends Work {
  private static final int SLOTS = 8;

  private final Item[] items = new Item[SLOTS];
  private volatile int count = 1;
  private volatile boolean sealed;
  private int polled;

  /** Creates a run of one item. */
  public LooseRun(Item first) {
    items[0] = first;
  }

  /** Appends an item if this run is not sealed, or has become so this very moment. */
  @SuppressWarnings("NonAtomicOperationOnVolatileField") // one thread appends
  public boolean append(Item item) {
    if (sealed || count == SLOTS) {
      return false;
    }
    items[count] = item;
    count++;
    return true;
  }

  /** Removes the oldest item; null if none is left. */
  public @Nullable Item poll() {
    return polled == size() ? null : items[polled++];
  }

  @Override
  protected int size() {
    return count;
  }

  @Override
  protected void seal() {
    sealed = true;
  }
}
