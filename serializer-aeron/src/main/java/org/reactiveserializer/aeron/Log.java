package org.reactiveserializer.aeron;

import java.lang.System.Logger.Level;
import java.util.function.Consumer;
import org.reactiveserializer.internal.settings.Dropped;

/** The log of this package. */
final class Log {
  /** The hook for dropped errors of a user who has set none. */
  static final Consumer<Throwable> DROPPED =
      Dropped.logged("org.reactiveserializer.aeron", "An error that no subscriber can get");

  /** The error handler of Aeron's client. */
  static final Consumer<Throwable> CLIENT =
      Dropped.logged("org.reactiveserializer.aeron", "An error of the client of Aeron");

  /** The hook for unreadable messages of a user who has set none. */
  static final Consumer<UnreadableMessage> UNREADABLE =
      message ->
          System.getLogger("org.reactiveserializer.aeron")
              .log(Level.DEBUG, () -> "Skipped " + message, message.cause());

  private Log() {}
}
