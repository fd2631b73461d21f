package org.reactiveserializer.io.datagram;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The messages that are logged, at least as warnings. */
final class LogRecords {
  private static final Logger LOGGER = Logger.getLogger("org.reactiveserializer.io");

  private LogRecords() {}

  /** Returns what is logged while {@code action} runs. */
  static List<String> during(Callable<?> action) throws Exception {
    List<String> messages = new CopyOnWriteArrayList<>();
    during(action, record -> messages.add(record.getMessage()));
    return messages;
  }

  /** Runs {@code action}, and passes what is logged to {@code listener}. */
  static void during(Callable<?> action, Consumer<LogRecord> listener) throws Exception {
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord record) {
            listener.accept(record);
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    LOGGER.addHandler(handler);
    LOGGER.setUseParentHandlers(false);
    try {
      action.call();
    } finally {
      LOGGER.setUseParentHandlers(true);
      LOGGER.removeHandler(handler);
    }
  }
}
