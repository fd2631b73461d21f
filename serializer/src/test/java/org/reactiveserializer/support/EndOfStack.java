package org.reactiveserializer.support;

import org.jspecify.annotations.Nullable;

/** Runs an action with little stack left. */
public final class EndOfStack {
  /** Enough for what this library asks for, and quick to use up. */
  private static final long STACK_SIZE = 300 << 10;

  private final Runnable action;
  private final int frames;
  private boolean tried;
  private @Nullable Throwable thrown;

  private EndOfStack(Runnable action, int frames) {
    this.action = action;
    this.frames = frames;
  }

  /** Runs {@code action}, which may throw, on a thread with a small stack. */
  public static void onSmallStack(Runnable action) {
    Thread thread = new Thread(null, action, "small stack", STACK_SIZE);
    thread.setUncaughtExceptionHandler((same, ignored) -> {});
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Runs {@code action} here when so many frames of a short method are left. Returns what it threw, or null. */
  public static @Nullable Throwable thrownBy(Runnable action, int frames) {
    EndOfStack end = new EndOfStack(action, frames);
    end.dive();
    return end.thrown;
  }

  /** Uses {@code frames} frames of the stack. */
  public static int need(int frames) {
    return frames == 0 ? 0 : 1 + need(frames - 1);
  }

  /** Returns how many frames there were below. */
  @SuppressWarnings("InfiniteRecursion") // on purpose
  private int dive() {
    int below;
    try {
      below = 1 + dive();
    } catch (StackOverflowError deepest) {
      below = 0;
    }
    if (below >= frames && !tried) {
      tried = true;
      try {
        action.run();
      } catch (Throwable overflow) {
        thrown = overflow;
      }
    }
    return below;
  }
}
