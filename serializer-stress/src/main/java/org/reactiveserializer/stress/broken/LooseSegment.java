package org.reactiveserializer.stress.broken;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.drain.Work;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.Segments;

/**
 * A segment that appends in two steps: it checks whether it is sealed, and then increments the count.
 * It also keeps the items that were polled.
 */
public final class LooseSegment extends Work {
  private static final int SLOTS = 8;

  private final Item[] items = new Item[SLOTS];
  private volatile int count = 1;
  private volatile boolean sealed;
  private int polled;

  /** Returns runs of this kind. */
  public static Segments runs() {
    return new Segments() {
      @Override
      public Work of(Item first) {
        return new LooseSegment(first);
      }

      @Override
      public boolean append(Work run, Item item) {
        return ((LooseSegment) run).append(item);
      }

      @Override
      public void seal(Work run) {
        ((LooseSegment) run).sealed = true;
      }

      @Override
      public @Nullable Item poll(Work run) {
        return ((LooseSegment) run).poll();
      }
    };
  }

  private LooseSegment(Item first) {
    items[0] = first;
  }

  // Appends if this segment is not sealed, or has been sealed just now.
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
