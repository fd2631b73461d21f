package org.reactiveserializer.testing;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Another thread, in step with the test. Called within a signal of the downstream, it produces
 * contention that is the same every time: this thread is the owner, and waits here while the other
 * thread completes its action. The library guarantees that the other thread never waits for the
 * owner; a test that violates this hangs here.
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

  /** Lets this thread stand still for so long. */
  public static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
