package org.reactiveserializer.tck;

import org.reactivestreams.tck.TestEnvironment;

/** How long the kit waits, for all verifications. */
final class Environments {
  /** For a signal that is to come. It ends when the signal is there, so it may be long: only a busy machine needs it. */
  private static final long SIGNAL_MILLIS = 1_000;

  /** For signals that are not to come. It is waited for in full, each time. */
  private static final long NO_SIGNAL_MILLIS = 100;

  /**
   * For an error that the kit itself is to notice. It is slept in full, whether the error is there or not; and
   * once only, whatever the first of these says.
   */
  private static final long ERROR_MILLIS = 100;

  private Environments() {}

  /** One that gives a signal time to come. */
  static TestEnvironment patient() {
    return new TestEnvironment(SIGNAL_MILLIS, NO_SIGNAL_MILLIS, ERROR_MILLIS);
  }
}
