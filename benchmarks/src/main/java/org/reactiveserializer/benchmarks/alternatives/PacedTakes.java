package org.reactiveserializer.benchmarks.alternatives;

import org.reactivestreams.Subscriber;

/**
 * Runs that are sealed when they are taken, but taken seldom: in a long stay the emitter waits
 * before each take, so that the runs get long meanwhile, and may. In the library they stay open as
 * well.
 */
public final class PacedTakes extends SealedRuns {
  /** How long the library waits, in nanoseconds. A test compares the numbers. */
  public static final int PAUSE = 2_000;

  /** How many slots one of the library's arrays may have. A test compares the numbers. */
  static final int MOST = 1024;

  /** Creates one that is idle, and will wait for so many nanoseconds before each take. */
  public PacedTakes(Subscriber<? super Integer> downstream, int nanos) {
    super(downstream, Lag.paced(nanos), Courtesy.FORMER);
  }

  @Override
  int mostSlots() {
    return MOST;
  }
}
