package org.reactiveserializer.stress.broken;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.right.Work;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.Runs;

/**
 * A run that appends in two steps: it checks whether it is sealed, and then increments the count.
 * It also keeps the items that were polled.
 */
public final class LooseRun extends Work {
  private static final int SLOTS = 8;

  private final Item[] items = new Item[SLOTS];
  private volatile int count = 1;
  private volatile boolean sealed;
  private int polled;

  /** Returns runs of this kind. */
  public static Runs runs() {
    return new Runs() {
      @Override
      public Work of(Item first) {
        return new LooseRun(first);
      }

      @Override
      public boolean append(Work run, Item item) {
        return ((LooseRun) run).append(item);
      }

      @Override
      public void seal(Work run) {
        ((LooseRun) run).sealed = true;
      }

      @Override
      public @Nullable Item poll(Work run) {
        return ((LooseRun) run).poll();
      }
    };
  }

  private LooseRun(Item first) {
    items[0] = first;
  }

  // Appends if this run is not sealed, or has been sealed just now.
  @SuppressWarnings("NonAtomicOperationOnVolatileField") // one thread appends
  private boolean append(Item item) {
    if (sealed || count == SLOTS) {
      return false;
    }
    items[count] = item;
    count++;
    return true;
  }

  private @Nullable Item poll() {
    return polled == count ? null : items[polled++];
  }
}
