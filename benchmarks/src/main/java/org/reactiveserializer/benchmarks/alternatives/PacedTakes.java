package org.reactiveserializer.benchmarks.alternatives;

import org.reactivestreams.Subscriber;

/**
 * Segments that are sealed when they are taken, but are taken rarely: in a long session the owner waits
 * before each take, so the segments can grow longer meanwhile. In the library the producers wait
 * instead, before they hand over.
 */
public final class PacedTakes extends SealedSegments {
  /** The length of the wait, in nanoseconds. */
  public static final int PAUSE = 2_000;

  /** The maximum size of the library's arrays. A test compares the numbers. */
  static final int MOST = 1024;

  /** Creates an idle serializer whose owner waits {@code nanos} nanoseconds before each take. */
  public PacedTakes(Subscriber<? super Integer> downstream, int nanos) {
    super(downstream, Lag.paced(nanos), Courtesy.FORMER);
  }

  @Override
  int mostSlots() {
    return MOST;
  }
}
