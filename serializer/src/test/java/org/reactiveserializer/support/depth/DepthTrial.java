package org.reactiveserializer.support.depth;

import org.jspecify.annotations.Nullable;

/** One trial, at one depth of the stack. */
abstract class DepthTrial {
  /**
   * Whether nothing is compiled. Then the downstream's own frames are smaller than the others, so
   * the stack never overflows exactly when a terminal signal or a cancellation is passed on.
   * Otherwise it may, and the trial cannot detect that.
   */
  static final boolean EXACT = System.getProperty("java.vm.info", "").contains("interpreted");

  /** Whether there was enough stack to begin. Set by {@link #act} before anything else. */
  protected boolean begun;

  /** The throwable that ended the call; null if the call returned. */
  protected @Nullable Throwable thrown;

  /** Makes the call. */
  protected abstract void act();

  /** Makes the next call, and some more. Returns a fault, or null. */
  abstract @Nullable String settle();

  /** Runs an action inside a signal of the subject, for which there is enough stack. */
  protected void within(Runnable action) {
    action.run();
  }
}
