package org.reactiveserializer.io.ring;

/**
 * Keeps the sides of a ring apart, as {@link org.reactiveserializer.io.internal.shared.RunPause}
 * does, where each item is not a message but some bytes: a side that gains little by a look pauses
 * before it looks again, up to twice as long each time. Meanwhile the other side gets ahead.
 *
 * <p>A reader that finds nothing starts anew: so whoever waits for an item gets it at once. Everybody
 * starts anew from time to time: or else a reader whose items come one by one during its pauses
 * would go on to pause.
 */
final class Pace {
  /** Gains of fewer bytes make the pause longer: some cache lines. */
  private static final int LITTLE = 256;

  /** Gains of more bytes make it shorter. */
  private static final int MUCH = 4 * LITTLE;

  /** How many looks with little gain until this starts anew. */
  private static final int LOOKS = 256;

  /** The longest pause: about a microsecond on processors whose hint takes longest. */
  private static final int MOST_HINTS = 15;

  private int hints;
  private int looks;

  /** Called before a look at what the other side stores. */
  void pause() {
    for (int i = 0; i < hints; i++) {
      Thread.onSpinWait();
    }
  }

  /** Called after it, with how far the other side has come since the look before, or this one. */
  void gained(long bytes) {
    if (bytes < LITTLE) {
      hints = ++looks % LOOKS == 0 ? 0 : Math.min(2 * hints + 1, MOST_HINTS);
    } else if (bytes > MUCH) {
      hints >>= 1;
    }
  }

  /** As {@link #gained}, of a reader. */
  void found(long bytes) {
    if (bytes > 0) {
      gained(bytes);
    } else {
      startAnew();
    }
  }

  /** There was nothing, and perhaps nothing comes for long. */
  void startAnew() {
    hints = 0;
  }

  /** Returns how often the next pause hints. */
  int hints() {
    return hints;
  }
}
