package org.reactiveserializer.support;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Another thread, in step with the test. Called from within a downstream's signal it makes
 * contention that is the same every time: this thread emits and goes nowhere while the other does
 * its part to the end. That the other never waits for this one is the library's promise; a test
 * that breaks it hangs here.
 */
public final class Elsewhere {
  private Elsewhere() {}

  /** Runs {@code action} on another thread, and returns when it has ended. */
  public static void run(Runnable action) {
    Throwable thrown = thrownBy(action);
    if (thrown != null) {
      throw new AssertionError("thrown on the other thread", thrown);
    }
  }

  /** Runs {@code action} on another thread, and returns what it threw there, or null. */
  public static @Nullable Throwable thrownBy(Runnable action) {
    AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                action.run();
              } catch (Throwable t) {
                thrown.set(t);
              }
            },
            "elsewhere");
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return thrown.get();
  }
}
