package org.reactiveserializer;

/** What happens to an item that finds the queue full: see {@link Serializer#bounded}. */
public enum Overflow {
  /**
   * The stream ends with an {@link IllegalStateException} that names the capacity, and the upstream
   * is cancelled. The {@link ErrorMode} decides whether the items that wait are delivered or
   * discarded. The new item is refused if its method returns an {@link EmitOutcome}, which is {@link
   * EmitOutcome#OVERFLOW}; otherwise it is discarded.
   */
  ERROR,

  /**
   * The new item is refused if its method returns an {@link EmitOutcome}, which is {@link
   * EmitOutcome#OVERFLOW}; otherwise it is discarded. The stream continues.
   */
  DROP_NEWEST,

  /** The item that has waited longest is discarded, and the new item waits. */
  DROP_OLDEST
}
