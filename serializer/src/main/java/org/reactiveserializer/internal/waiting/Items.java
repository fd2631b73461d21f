package org.reactiveserializer.internal.waiting;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.drain.Work;

/**
 * Items that wait, in the order of their delivery.
 *
 * @param <T> the type of the items
 */
public abstract class Items<T> extends Work {
  /** Returns the source of the items, which all have the same one. Compared by identity. */
  public abstract @Nullable Object source();

  /**
   * Allows no more items to be added, and returns how many were. By the owner, when it has taken
   * this; any number of times.
   */
  public int seal() {
    return 1;
  }

  /** Returns how many of the items that the owner knows of are left. By the owner. */
  public abstract int remaining();

  /** Removes the oldest item; null if none is left. By the owner. */
  public abstract @Nullable T remove();

  /** Returns whether no item is left and none will be added. By the owner. */
  public abstract boolean isSpent();
}
