package org.reactiveserializer;

/** What happens to an item for which there is no room: see {@link Serializer#bounded}. */
public enum Overflow {
  /**
   * The stream ends with an {@link IllegalStateException} that names the capacity, and the upstream is
   * cancelled. The item is discarded, or refused where the caller learns of it: {@link
   * EmitResult#OVERFLOW}. What becomes of those that wait, the {@link ErrorMode} says.
   */
  ERROR,

  /** The item is discarded, or refused where the caller learns of it: {@link EmitResult#OVERFLOW}. */
  DROP_NEWEST,

  /** The item that waited longest is discarded, and the new one waits. */
  DROP_OLDEST
}
