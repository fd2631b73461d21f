package org.reactiveserializer.io.ring;

/**
 * How a thread waits for the other process. No signal goes from one process to the other, so it
 * must look again and again.
 */
public enum Idle {
  /** It looks without pause: the shortest delay, and a whole processor. */
  SPIN,

  /**
   * It looks without pause for some microseconds, and then yields to other threads between two
   * looks.
   */
  YIELD,

  /**
   * After some microseconds it sleeps between two looks, at first for some ten microseconds, then
   * for up to a millisecond. Costs almost nothing when there is nothing to do.
   */
  PARK
}
