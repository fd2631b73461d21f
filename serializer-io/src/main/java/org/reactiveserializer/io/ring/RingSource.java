package org.reactiveserializer.io.ring;

import org.jspecify.annotations.Nullable;

/** The items of a reader, for the thread of a stream. */
interface RingSource<T> {
  /** Returns the next item, or null if there is none at the moment. */
  @Nullable T next();

  /** The subscriber is done with the item that was returned last. */
  void delivered();

  /** Releases all that was delivered. */
  void flush();

  /** Returns whether there is no item, after a look. */
  boolean isEmpty();
}
