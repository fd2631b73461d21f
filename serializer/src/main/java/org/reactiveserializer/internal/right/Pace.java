package org.reactiveserializer.internal.right;

/**
 * How long an owner pauses so that others can hand over more, in nanoseconds. The pause is measured
 * by the clock, not by a count of {@link Thread#onSpinWait} calls: one call takes 10 ns on one
 * processor and 40 on another.
 *
 * <p>During a pause the owner does not look at anything that others write. That is the point: a
 * look takes the cache line from the producers, so that owner and producers would wait for this
 * line once an item.
 */
public final class Pace {
  /**
   * An owner that has delivered this many items for others in one stay expects that more will
   * follow, and begins to pause. Fewer items, a lone contending one above all, must not start
   * pauses: a thread that emits now and then, and meets a thread that emits all the time, would be
   * kept as the owner by the very pauses, during which the other thread hands over more.
   */
  static final int LONG_STAY = 32;

  /** A pass of this many items pays for looking at what the producers write: no pause after it. */
  static final int WELL_FILLED = 128;

  /** The pause after a less filled pass of a long stay. */
  static final int PAUSE = 2_000;

  /** The owner ends a long stay after this many passes in a row that found no items. */
  static final int QUIET_PASSES = 2;

  /** The first pause of a thread before it takes, once it has found several items of others. */
  private static final int FIRST_WAIT = 100;

  /**
   * This many items are enough to prolong the pause, however long it was: what follows them is
   * appended to runs and does not show in the list.
   */
  private static final int MANY = 4;

  private Pace() {}

  /** Busy-waits for about {@code nanos}. */
  static void pause(int nanos) {
    if (nanos > 0) {
      long start = System.nanoTime();
      do {
        Thread.onSpinWait();
      } while (System.nanoTime() - start < nanos);
    }
  }

  /**
   * Returns how long to pause the next time before taking, if {@code found} items were in the list
   * after a pause of {@code waited}: twice as long if the pause paid, half as long if it did not. A
   * thread that is alone, or rarely contended, does not pause.
   */
  static int nextPause(int waited, int found) {
    if (found > Math.min(1 + waited / FIRST_WAIT, MANY)) {
      return Math.min(Math.max(2 * waited, FIRST_WAIT), PAUSE);
    }
    return waited > FIRST_WAIT ? waited / 2 : 0;
  }
}
