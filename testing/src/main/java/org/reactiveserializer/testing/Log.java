package org.reactiveserializer.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the library logs. */
public final class Log {
  private Log() {}

  /** Runs {@code action}, and returns what the library logged meanwhile, which is not printed. */
  public static List<LogRecord> during(Runnable action) {
    return during("org.reactiveserializer", action);
  }

  /** As the other, for the loggers of this name, or below it. */
  public static List<LogRecord> during(String name, Runnable action) {
    List<LogRecord> records = new CopyOnWriteArrayList<>();
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord logged) {
            records.add(logged);
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger logger = Logger.getLogger(name);
    logger.addHandler(handler);
    logger.setUseParentHandlers(false);
    try {
      action.run();
    } finally {
      logger.removeHandler(handler);
      logger.setUseParentHandlers(true);
    }
    return records;
  }
}
