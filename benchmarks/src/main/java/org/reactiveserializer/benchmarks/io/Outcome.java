package org.reactiveserializer.benchmarks.io;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one run of one contender.
 *
 * @param figures one for each column of the case; none if there is a fault
 * @param note what the reader of the figures should know, or empty
 * @param fault what was wrong, or null
 */
public record Outcome(List<Double> figures, String note, @Nullable String fault) {

  /** An outcome with figures. */
  public static Outcome of(String note, Double... figures) {
    return new Outcome(List.of(figures), note, null);
  }

  /** An outcome without figures. */
  public static Outcome faulty(String fault) {
    return new Outcome(List.of(), "", fault);
  }
}
