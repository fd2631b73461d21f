package org.reactiveserializer.internal.events;

import java.util.Map;

/** A stream that has a name, so that somebody may want to see its figures. */
public interface NamedStream {
  /** Returns the figures of now. By any thread, at any time. */
  Figures figures();

  /**
   * The figures of one moment. All but the second grow only.
   *
   * @param delivered how many items the subscriber got
   * @param waiting how many items wait
   * @param discarded how many items were discarded
   * @param highWater how many items have waited at most; 0 if that is not counted
   * @param refused how many items were not accepted, by the reason; always the same reasons
   */
  record Figures(
      long delivered, long waiting, long discarded, long highWater, Map<String, Long> refused) {}
}
