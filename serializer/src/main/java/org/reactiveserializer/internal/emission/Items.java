package org.reactiveserializer.internal.emission;

import org.jspecify.annotations.Nullable;

/**
 * Items that wait, in the order in which they are to be delivered.
 *
 * @param <T> the type of the items
 */
abstract class Items<T> extends Work {
  /** What the items come from, by identity: they have but one source. */
  abstract @Nullable Object source();

  /** Looks whether more have come, and returns how many. By the owner. */
  int refresh() {
    return 0;
  }

  /** Lets no more come. By any thread, any number of times. */
  protected void seal() {}

  /** Lets go what only items need, since none is left and none will come. By the owner. */
  void letGo() {}

  /** Returns how many items are left, of those that the owner knows of. By the owner. */
  abstract int remaining();

  /** Removes the oldest item, by the owner; {@code null} if none is left. */
  protected abstract @Nullable T remove();

  /** Tells whether none is left and none will be added. By the owner. */
  abstract boolean isSpent();
}
