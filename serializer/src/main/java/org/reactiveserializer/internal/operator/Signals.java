package org.reactiveserializer.internal.operator;

/** What a source may still signal. */
enum Signals {
  EXPECTED,
  /** Nothing: it signalled a terminal (§1.7). */
  ENDED,
  /** It was cancelled since it broke a rule: what was under way may come for a while (§2.8). */
  CUT
}
