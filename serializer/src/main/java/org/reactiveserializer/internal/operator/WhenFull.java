package org.reactiveserializer.internal.operator;

/** What happens if an item finds no room in the queue. */
public enum WhenFull {
  /** The item is refused, and the stream ends with an error. */
  FAIL,
  /** The item is refused. */
  REFUSE,
  /** The oldest item that waits is discarded, and the item takes its place. */
  EVICT
}
