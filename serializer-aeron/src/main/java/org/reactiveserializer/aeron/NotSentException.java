package org.reactiveserializer.aeron;

import org.jspecify.annotations.Nullable;

/** A stream has ended, because a message could not be sent. */
public final class NotSentException extends RuntimeException {
  private static final long serialVersionUID = 1;

  NotSentException(String message) {
    super(message);
  }

  NotSentException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
