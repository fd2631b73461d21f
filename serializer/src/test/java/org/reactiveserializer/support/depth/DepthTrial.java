package org.reactiveserializer.support.depth;

import org.jspecify.annotations.Nullable;

/** What is tried once, at one depth of the stack. */
public abstract class DepthTrial {
  /** Whether the stack sufficed to begin. Set by {@link #act} before it does anything else. */
  protected boolean begun;

  /** What ended the call, if it did not return. */
  protected @Nullable Throwable thrown;

  /** Makes the call. */
  protected abstract void act();

  /** Does something inside a signal of what is tried, for which there is stack. */
  protected void within(Runnable action) {
    action.run();
  }
}
