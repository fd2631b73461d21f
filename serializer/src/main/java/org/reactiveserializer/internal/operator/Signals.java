package org.reactiveserializer.internal.operator;

/** What a source may still signal. */
enum Signals {
  /** Anything: it has not ended. */
  EXPECTED,
  /** Nothing: it signalled a terminal (§1.7). */
  ENDED,
  /**
   * It was cancelled because it broke a rule. Signals that are under way may arrive for a while
   * (§2.8).
   */
  CANCELLED
}
