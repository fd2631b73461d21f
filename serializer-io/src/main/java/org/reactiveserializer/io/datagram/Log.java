package org.reactiveserializer.io.datagram;

import java.lang.System.Logger.Level;

/** The log of this package. */
final class Log {
  private static final System.Logger LOGGER = System.getLogger("org.reactiveserializer.io");

  private Log() {}

  static void warning(String message) {
    LOGGER.log(Level.WARNING, message);
  }

  static void warning(String message, Throwable thrown) {
    LOGGER.log(Level.WARNING, message, thrown);
  }

  static void debug(String message, Throwable thrown) {
    LOGGER.log(Level.DEBUG, message, thrown);
  }

  /** Passes an exception of the user's code to the thread's handler. The thread continues. */
  static void uncaught(Throwable thrown) {
    Thread thread = Thread.currentThread();
    try {
      thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
    } catch (Throwable ignored) {
      // The virtual machine ignores what such a handler throws, too.
    }
  }
}
