package org.reactiveserializer.internal.keyed;

import org.jspecify.annotations.Nullable;

/**
 * A place in the queue of a {@link KeyCell}. The fields are plain: the thread that adds this writes them
 * before the {@code compareAndSet} that publishes it; later only the owner of the cell writes them.
 */
class Entry<T> {
  /** The item; null: it was removed, or this is only a signal. */
  @Nullable T item;

  /** The next older entry until the owner takes this, then the next younger one. */
  @Nullable Entry<T> link;

  /** How many items were added up to this one. It may overflow: only differences are used. */
  int number;

  Entry(@Nullable T item) {
    this.item = item;
  }
}
