package org.reactiveserializer.internal.operator;

/** What an item does that finds no room. */
public enum WhenFull {
  /** It ends the stream with an error. */
  FAIL,
  /** It is refused. */
  REFUSE,
  /** It takes the place of the oldest. */
  EVICT
}
