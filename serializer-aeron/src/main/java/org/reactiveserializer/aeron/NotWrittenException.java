package org.reactiveserializer.aeron;

/** A {@link MessageWriter} made no message of an item, which is given up. The stream goes on. */
final class NotWrittenException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  NotWrittenException(Object item, Throwable cause) {
    super(
        "the MessageWriter made no message of an item (%s), which is given up: %s"
            .formatted(item.getClass().getName(), cause),
        cause);
  }
}
