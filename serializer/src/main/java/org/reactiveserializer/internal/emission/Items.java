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

  /** Returns how many items are left. By the owner; nobody else adds to it what need be delivered now. */
  abstract int remaining();

  /** Removes the oldest item, by the owner; {@code null} if none is left. */
  protected abstract @Nullable T remove();

  /** Tells whether none is left and none will be added. By the owner. */
  abstract boolean isSpent();
}
