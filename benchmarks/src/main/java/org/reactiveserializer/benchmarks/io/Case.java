package org.reactiveserializer.benchmarks.io;

import java.util.List;

/**
 * A case of a work, which is measured in runs of its own.
 *
 * @param size the number that distinguishes the case: a rate, or the size of a batch
 * @param columns the names of the figures that a run yields
 */
public record Case(int size, List<String> columns) {

  /** A case with one figure. */
  public Case(int size, String column) {
    this(size, List.of(column));
  }
}
