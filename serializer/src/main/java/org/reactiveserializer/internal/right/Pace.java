package org.reactiveserializer.internal.right;

/**
 * How long an emitting thread waits for others, in nanoseconds. Measured, and not counted in {@link
 * Thread#onSpinWait}, of which one takes 10 ns on one processor and 40 on another.
 *
 * <p>Waiting, it does not look at anything that others write. That is the point: to look takes the cache line from the
 * producers, so that both would wait for it once an item.
 */
public final class Pace {
  /**
   * An emitter that has delivered this many items for others, in one stay, takes it that they keep coming. Fewer, a
   * lone contending item above all, do not make it wait: a thread that pushes every now and then, and meets one
   * that pushes all the time, would be kept by the waiting itself.
   */
  static final int LONG_STAY = 32;

  /** With so many items a pass it pays to look at what the producers write. */
  static final int WELL_FILLED = 128;

  /** How long the emitter waits between two looks of a long stay, if there was less. */
  static final int PAUSE = 2_000;

  /** For so many passes in a row nothing comes before it leaves a long stay. */
  static final int QUIET_PASSES = 2;

  /** How long a thread waits when it has met several others' items for the first time. */
  private static final int FIRST_WAIT = 100;

  /** So many nodes are many, however long one waits for them: what comes then is appended to runs. */
  private static final int MANY = 4;

  private Pace() {}

  /** Waits for about so long. */
  static void pause(int nanos) {
    if (nanos > 0) {
      long start = System.nanoTime();
      do {
        Thread.onSpinWait();
      } while (System.nanoTime() - start < nanos);
    }
  }

  /**
   * Returns how long to wait at the next meeting, if {@code brought} items came with this one: twice as long if
   * the wait paid, half as long if it did not. Who pushes seldom, or alone, does not wait.
   */
  static int nextPause(int waited, int brought) {
    if (brought > Math.min(1 + waited / FIRST_WAIT, MANY)) {
      return Math.min(Math.max(2 * waited, FIRST_WAIT), PAUSE);
    }
    return waited > FIRST_WAIT ? waited / 2 : 0;
  }
}
