package org.reactiveserializer.internal.observed;

import java.util.Map;

/**
 * The figures of one stream at one moment. All but the second grow only.
 *
 * @param delivered how many items the subscriber got
 * @param waiting how many items wait
 * @param discarded how many items were discarded
 * @param highWater how many items have waited at most; 0 if that is not counted
 * @param refused how many items were not accepted, by the reason; always the same reasons
 */
public record Figures(
    long delivered, long waiting, long discarded, long highWater, Map<String, Long> refused) {
  static final Figures NONE = new Figures(0, 0, 0, 0, Map.of());

  /** Returns how many items have left: they do not wait any more. */
  long gone() {
    return delivered + discarded;
  }
}
