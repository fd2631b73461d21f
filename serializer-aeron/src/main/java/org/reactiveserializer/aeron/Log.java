package org.reactiveserializer.aeron;

import java.lang.System.Logger.Level;

/** The log of this package. */
final class Log {
  private static final System.Logger LOGGER = System.getLogger("org.reactiveserializer.aeron");

  private Log() {}

  static void warning(Throwable error) {
    LOGGER.log(Level.WARNING, "An error that no subscriber can get", error);
  }
}
