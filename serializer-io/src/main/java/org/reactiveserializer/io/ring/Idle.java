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
   * It looks and yields for a moment. Then it sleeps between two looks: 10 microseconds at first,
   * then each time twice as long, up to one millisecond. So after a pause an item may wait for about
   * a millisecond.
   */
  PARK
}
