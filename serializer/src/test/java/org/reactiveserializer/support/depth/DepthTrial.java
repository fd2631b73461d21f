package org.reactiveserializer.support.depth;

import org.jspecify.annotations.Nullable;

/** What is tried once, at one depth of the stack. */
abstract class DepthTrial {
  /**
   * Whether nothing is compiled. Then the downstream's own frames are smaller than others, so the
   * stack never ends just where a terminal or a cancellation is on its way out. Otherwise it may,
   * and nobody can tell.
   */
  static final boolean EXACT = System.getProperty("java.vm.info", "").contains("interpreted");

  /** Whether the stack sufficed to begin. Set by {@link #act} before it does anything else. */
  protected boolean begun;

  /** What ended the call, if it did not return. */
  protected @Nullable Throwable thrown;

  /** Makes the call. */
  protected abstract void act();

  /** Makes the next call, and some more. Returns what is out of order, or null. */
  abstract @Nullable String settle();

  /** Does something inside a signal of what is tried, for which there is stack. */
  protected void within(Runnable action) {
    action.run();
  }
}
