package org.reactiveserializer.benchmarks.alternatives;

/**
 * How long an owner that has just delivered items of other threads waits for more. It waits either
 * after a batch of at least eight items, when there is nothing left, before it releases ownership;
 * or, if paced, before each take of a long session, without checking whether there is anything to
 * take.
 *
 * @param spins the maximum number of calls of {@link Thread#onSpinWait}, unless paced
 * @param peeks whether to look for work after each of them; otherwise only at the end
 * @param longSession how many items of other threads the owner must have delivered in this session before
 *     it waits
 * @param nanos the length of a paced wait; 0 if not paced
 */
public record Lag(int spins, boolean peeks, int longSession, int nanos) {
  private static final int REAL_BATCH = 8;

  /**
   * The library's setting before it paced its takes, used by all alternatives unless the wait is
   * the question. The definition of a long session has not changed since: a test compares the numbers.
   * The library no longer has a minimum batch nor counts spins.
   */
  public static final Lag FORMER = new Lag(100, false, 32, 0);

  /** Does not wait. */
  public static final Lag NONE = blind(0);

  /** Takes the cache line away from the producers with every look. */
  public static final Lag PEEKING = new Lag(FORMER.spins, true, FORMER.longSession, 0);

  /**
   * Waits after the first batch of eight items: also delays a thread that emits only from time to
   * time.
   */
  public static final Lag ANY_BATCH = fromSession(REAL_BATCH);

  /** Like {@link #FORMER}, with another number of spins. */
  public static Lag blind(int spins) {
    return new Lag(spins, false, FORMER.longSession, 0);
  }

  /** Like {@link #FORMER}, but waits only in a session of at least this many items. */
  public static Lag fromSession(int items) {
    return new Lag(FORMER.spins, false, items, 0);
  }

  /**
   * Waits this long before each take of a long session, and releases ownership if there is nothing to
   * take afterwards.
   */
  public static Lag paced(int nanos) {
    return new Lag(0, false, FORMER.longSession, nanos);
  }

  /**
   * Returns whether to wait before each take.
   *
   * @param session how many items of other threads were delivered in this session
   */
  boolean isPaced(long session) {
    return nanos > 0 && session >= longSession;
  }

  /**
   * Returns whether to wait.
   *
   * @param batch how many items were delivered without a wait
   * @param session how many items of other threads were delivered in this session
   */
  boolean isDue(int batch, long session) {
    return isPaced(session) || batch >= REAL_BATCH && session >= longSession;
  }

  /** Waits, and returns whether there is work. */
  boolean await(AlternativeSerializer serializer) {
    if (nanos > 0) {
      pause();
      return serializer.hasWork();
    }
    for (int i = 0; i < spins; i++) {
      if (peeks && serializer.hasWork()) {
        return true;
      }
      Thread.onSpinWait();
    }
    return spins > 0 && serializer.hasWork();
  }

  private void pause() {
    long start = System.nanoTime();
    do {
      Thread.onSpinWait();
    } while (System.nanoTime() - start < nanos);
  }
}
