package org.reactiveserializer.benchmarks.alternatives;

/**
 * When a producer that has handed a run over offers its processor to the emitter.
 *
 * @param longList with more items than this in the list
 */
public record Courtesy(int longList) {
  /** What the library did while its runs were sealed. */
  public static final Courtesy FORMER = new Courtesy(4096);

  /** Never. */
  public static final Courtesy NONE = new Courtesy(Integer.MAX_VALUE);

  /** Tells whether to offer it now. */
  boolean isDue(int waiting) {
    return waiting > longList;
  }
}
