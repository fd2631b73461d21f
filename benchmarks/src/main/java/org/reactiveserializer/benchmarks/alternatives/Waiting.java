package org.reactiveserializer.benchmarks.alternatives;

/** How long a producer that meets an owner waits for it to leave, before it hands its item over. */
public enum Waiting {
  /** It does not wait. */
  NOT,
  /** A long pause, then three short ones. */
  BRIEFLY,
  /** Eight pauses, each longer than the last. */
  PATIENTLY,
  /** Three pauses, then five times it yields its processor: what the library does. */
  WITH_YIELDS;

  /** Waits, unless it has looked often enough. Returns whether it is to look again. */
  @SuppressWarnings("ThreadPriorityCheck") // it is what is measured
  boolean again(int looks) {
    switch (this) {
      case NOT:
        return false;
      case BRIEFLY:
        pause(looks == 0 ? 40 : 4);
        return looks < 4;
      case PATIENTLY:
        pause(16 << Math.min(looks, 3));
        return looks < 8;
      default:
        if (looks < 3) {
          pause(16 << looks);
        } else {
          Thread.yield();
        }
        return looks < 8;
    }
  }

  private static void pause(int n) {
    for (int i = 0; i < n; i++) {
      Thread.onSpinWait();
    }
  }
}
