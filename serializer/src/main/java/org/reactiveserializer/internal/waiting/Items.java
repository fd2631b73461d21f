package org.reactiveserializer.internal.waiting;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.right.Work;

/**
 * Items that wait, in the order in which they are to be delivered.
 *
 * @param <T> the type of the items
 */
public abstract class Items<T> extends Work {
  /** What the items come from, by identity: they have but one source. */
  public abstract @Nullable Object source();

  /** Looks whether more have come, and returns how many. By the owner. */
  public int refresh() {
    return 0;
  }

  /** Lets no more come. By any thread, any number of times. */
  public void seal() {}

  /** Lets go what only items need, since none is left and none will come. By the owner. */
  public void release() {}

  /** Returns how many items are left, of those that the owner knows of. By the owner. */
  public abstract int remaining();

  /** Removes the oldest item, by the owner; {@code null} if none is left. */
  public abstract @Nullable T remove();

  /** Tells whether none is left and none will be added. By the owner. */
  public abstract boolean isSpent();
}
