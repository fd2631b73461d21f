package org.reactiveserializer.benchmarks.alternatives;

/**
 * How long an emitter that has just served a real batch waits for the next before it leaves.
 *
 * @param spins how many calls of {@link Thread#onSpinWait} at most
 * @param peeks whether it looks after each of them; otherwise only at the end
 * @param longStay how many items it must have emitted for others in this stay, or it does not wait
 */
public record Lag(int spins, boolean peeks, int longStay) {
  private static final int REAL_BATCH = 8;

  /** What the library does. A test compares the numbers. */
  public static final Lag OURS = new Lag(100, false, 32);

  /** Leaves at once. */
  public static final Lag NONE = blind(0);

  /** Takes the cache line from the producers with every look. */
  public static final Lag PEEKING = new Lag(OURS.spins, true, OURS.longStay);

  /** Waits after the first real batch: keeps a thread that pushes only every now and then. */
  public static final Lag ANY_BATCH = fromStay(REAL_BATCH);

  /** Waits as the library does, but this long. */
  public static Lag blind(int spins) {
    return new Lag(spins, false, OURS.longStay);
  }

  /** Waits as the library does, but only in a stay of this many items. */
  public static Lag fromStay(int items) {
    return new Lag(OURS.spins, false, items);
  }

  /**
   * Tells whether to wait.
   *
   * @param batch how many items came in a row
   * @param stay how many it has emitted for others in this stay
   */
  boolean isDue(int batch, long stay) {
    return batch >= REAL_BATCH && stay >= longStay;
  }

  /** Waits, and returns whether there is work. */
  boolean await(AlternativeSerializer serializer) {
    for (int i = 0; i < spins; i++) {
      if (peeks && serializer.hasWork()) {
        return true;
      }
      Thread.onSpinWait();
    }
    return spins > 0 && serializer.hasWork();
  }
}
