package org.reactiveserializer.benchmarks.alternatives;

/** How long a producer that meets an owner waits for it to leave, before it hands its item over. */
public enum Waiting {
  /** It does not wait. */
  NOT(0),
  /** A long pause, then three short ones. */
  BRIEFLY(4),
  /** Three pauses, then five times it yields its processor: what the library does. */
  WITH_YIELDS(8);

  private final int most;

  Waiting(int most) {
    this.most = most;
  }

  /** Waits, unless it has looked often enough. Returns whether it is to look again. */
  @SuppressWarnings("ThreadPriorityCheck") // it is what is measured
  boolean again(int looks) {
    if (looks == most) {
      return false;
    }
    if (this == BRIEFLY) {
      pause(looks == 0 ? 40 : 4);
    } else if (looks < 3) {
      pause(16 << looks);
    } else {
      Thread.yield();
    }
    return true;
  }

  private static void pause(int n) {
    for (int i = 0; i < n; i++) {
      Thread.onSpinWait();
    }
  }
}
