package org.reactiveserializer.benchmarks.alternatives;

/**
 * When a producer yields its processor to the owner after it has handed over a segment.
 *
 * @param longList if there are more items than this in the list
 */
public record Courtesy(int longList) {
  /** The library's setting when its segments were sealed. */
  public static final Courtesy FORMER = new Courtesy(4096);

  /** Never. */
  public static final Courtesy NONE = new Courtesy(Integer.MAX_VALUE);

  /** Returns whether to yield now. */
  boolean isDue(int waiting) {
    return waiting > longList;
  }
}
