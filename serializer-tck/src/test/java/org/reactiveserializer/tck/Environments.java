package org.reactiveserializer.tck;

import org.reactivestreams.tck.TestEnvironment;

/** The timeouts of the kit, for all verifications. */
final class Environments {
  /**
   * The timeout for a signal that must arrive. The wait ends when the signal arrives, so it can be
   * long: only a busy machine needs it.
   */
  private static final long SIGNAL_MILLIS = 1_000;

  /** The time for which signals must not arrive. Each wait takes it in full. */
  private static final long NO_SIGNAL_MILLIS = 100;

  /**
   * The time for an error that the kit itself must notice. The kit sleeps for it in full, whether
   * there is an error or not, and only once, no matter how long the first timeout is.
   */
  private static final long ERROR_MILLIS = 100;

  private Environments() {}

  /** Returns an environment with these timeouts. */
  static TestEnvironment patient() {
    return new TestEnvironment(SIGNAL_MILLIS, NO_SIGNAL_MILLIS, ERROR_MILLIS);
  }
}
