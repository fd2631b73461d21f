package org.reactiveserializer.internal.settings;

import java.lang.System.Logger.Level;
import java.util.function.Consumer;

/** Errors that cannot be signalled to anyone. Nothing that is thrown here escapes. */
public final class Dropped {
  private Dropped() {}

  /** Returns the hook of a user who has set none: it logs. */
  public static Consumer<Throwable> logged(String logger, String message) {
    return new Log(logger, message);
  }

  /** Returns whether a hook is that of a user who has set none. */
  public static boolean isLogged(Consumer<?> hook) {
    return hook instanceof Log;
  }

  /**
   * Passes an error to a hook. If the hook throws, both go to the thread's uncaught-exception
   * handler: first what was thrown, then the error.
   */
  public static void pass(Throwable error, Consumer<? super Throwable> hook) {
    try {
      hook.accept(error);
    } catch (Throwable thrown) {
      uncaught(thrown);
      if (thrown != error) {
        // By itself, and not suppressed by the other error, which may be a constant and would grow.
        uncaught(error);
      }
    }
  }

  /** Passes what was thrown to the thread's uncaught-exception handler. */
  public static void uncaught(Throwable thrown) {
    Thread thread = Thread.currentThread();
    try {
      thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
    } catch (Throwable ignored) {
      // The virtual machine ignores what such a handler throws, too.
    }
  }

  private record Log(String logger, String message) implements Consumer<Throwable> {
    @Override
    public void accept(Throwable error) {
      System.getLogger(logger).log(Level.WARNING, message, error);
    }
  }
}
