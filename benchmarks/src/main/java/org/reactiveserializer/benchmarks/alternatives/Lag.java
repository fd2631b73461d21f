package org.reactiveserializer.benchmarks.alternatives;

/**
 * How long an emitter that has just served a real batch waits for the next before it leaves.
 *
 * @param spins how many calls of {@link Thread#onSpinWait} at most
 * @param peeks whether it looks after each of them; otherwise only at the end
 */
public record Lag(int spins, boolean peeks) {
  /** What the library does. */
  public static final Lag OURS = blind(100);

  /** Leaves at once. */
  public static final Lag NONE = blind(0);

  /** Takes the cache line from the producers with every look. */
  public static final Lag PEEKING = new Lag(100, true);

  /** Waits without looking. */
  public static Lag blind(int spins) {
    return new Lag(spins, false);
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
