package org.reactiveserializer.io.internal.ring;

/**
 * Finds out whether a peer that is there has a heartbeat. It looks only at whether the counter changes, and
 * measures time by this process's own clock: the clocks of two processes need not agree, and the time of
 * day may jump.
 */
final class HangWatch {
  private final long timeoutNanos;
  private long epoch;
  private long beat;
  private long changed;

  HangWatch(long timeoutNanos) {
    this.timeoutNanos = timeoutNanos;
  }

  /** Returns false if the counter did not change for the whole timeout. */
  boolean isAlive(long peerEpoch, long peerBeat) {
    long now = System.nanoTime();
    if (peerEpoch != epoch || peerBeat != beat || changed == 0) {
      epoch = peerEpoch;
      beat = peerBeat;
      changed = now == 0 ? 1 : now;
      return true;
    }
    return now - changed <= timeoutNanos;
  }
}
