package org.reactiveserializer.io.datagram;

import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.settings.Dropped;

/** The log of this package. */
final class Log {
  private static final System.Logger LOGGER = System.getLogger("org.reactiveserializer.io");

  private Log() {}

  static void warning(String message, @Nullable Throwable thrown) {
    log(Level.WARNING, message, thrown);
  }

  static void debug(String message, @Nullable Throwable thrown) {
    log(Level.DEBUG, message, thrown);
  }

  /** Never throws: what a logger throws must not end a stream. */
  private static void log(Level level, String message, @Nullable Throwable thrown) {
    try {
      LOGGER.log(level, message, thrown);
    } catch (Throwable ofLogger) {
      Dropped.uncaught(ofLogger);
    }
  }
}
