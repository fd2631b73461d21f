package org.reactiveserializer.benchmarks.alternatives;

/**
 * How long an emitter that has just served others waits for more. Either when it has served a real
 * batch and there is nothing left, before it leaves; or, paced, before each take of a long stay,
 * without a look whether there is anything to take.
 *
 * @param spins how many calls of {@link Thread#onSpinWait} at most, unless it is paced
 * @param peeks whether it looks after each of them; otherwise only at the end
 * @param longStay how many items it must have emitted for others in this stay, or it does not wait
 * @param nanos how long it waits before each take if it is paced; 0 if it is not
 */
public record Lag(int spins, boolean peeks, int longStay, int nanos) {
  private static final int REAL_BATCH = 8;

  /**
   * What the library did before it paced its takes, and what all alternatives do unless that is the
   * question. What a long stay is has not changed since: a test compares the numbers. It knows no
   * real batch any more, and counts no spins.
   */
  public static final Lag FORMER = new Lag(100, false, 32, 0);

  /** Leaves at once. */
  public static final Lag NONE = blind(0);

  /** Takes the cache line from the producers with every look. */
  public static final Lag PEEKING = new Lag(FORMER.spins, true, FORMER.longStay, 0);

  /** Waits after the first real batch: keeps a thread that pushes only every now and then. */
  public static final Lag ANY_BATCH = fromStay(REAL_BATCH);

  /** Waits as the library did, but this long. */
  public static Lag blind(int spins) {
    return new Lag(spins, false, FORMER.longStay, 0);
  }

  /** Waits as the library did, but only in a stay of this many items. */
  public static Lag fromStay(int items) {
    return new Lag(FORMER.spins, false, items, 0);
  }

  /** Waits this long before each take of a long stay, and leaves if there is nothing then. */
  public static Lag paced(int nanos) {
    return new Lag(0, false, FORMER.longStay, nanos);
  }

  /**
   * Tells whether to wait before each take.
   *
   * @param stay how many items it has emitted for others in this stay
   */
  boolean isPaced(long stay) {
    return nanos > 0 && stay >= longStay;
  }

  /**
   * Tells whether to wait.
   *
   * @param batch how many items came in a row
   * @param stay how many it has emitted for others in this stay
   */
  boolean isDue(int batch, long stay) {
    return isPaced(stay) || batch >= REAL_BATCH && stay >= longStay;
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
