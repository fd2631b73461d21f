package org.reactiveserializer.io.internal.ring;

import java.util.function.LongSupplier;

/**
 * Finds out whether a peer that is there has a heartbeat. It looks only at whether the counter
 * changes, and measures time by this process's own clock: the clocks of two processes need not
 * agree, and the time of day may jump. Time in which this process had no heartbeat itself does not
 * count: perhaps both were stopped.
 */
final class HangWatch {
  private final long timeoutNanos;
  private final long
      lateNanos; // a heartbeat of this process that comes so late shows that it was stopped
  private final LongSupplier clock;
  private boolean seen;
  private long epoch;
  private long beat;
  private long changed;
  private long ownBeat;

  HangWatch(long timeoutNanos) {
    this(timeoutNanos, System::nanoTime);
  }

  HangWatch(long timeoutNanos, LongSupplier clock) {
    this.timeoutNanos = timeoutNanos;
    lateNanos = Math.max(2 * Heartbeats.INTERVAL_NANOS, timeoutNanos / 2);
    this.clock = clock;
    ownBeat = clock.getAsLong();
  }

  /** This process has counted up its own heartbeat. */
  void beat() {
    long now = clock.getAsLong();
    restartIfLate(now);
    ownBeat = now;
  }

  /**
   * Returns false if the counter did not change for the whole timeout, while this process was
   * running.
   */
  boolean isAlive(long peerEpoch, long peerBeat) {
    long now = clock.getAsLong();
    restartIfLate(now);
    if (peerEpoch != epoch || peerBeat != beat || !seen) {
      epoch = peerEpoch;
      beat = peerBeat;
      changed = now;
      seen = true;
    }
    return now - changed <= timeoutNanos;
  }

  private void restartIfLate(long now) {
    if (now - ownBeat > lateNanos) {
      changed = now;
    }
  }
}
