package org.reactiveserializer.io.ring;

import org.jspecify.annotations.Nullable;

/**
 * Something is wrong with a ring: with its file, or with the process on its other side. The message
 * has the numbers. Each subclass says what it stands for.
 *
 * <p>What the file system reports itself is not one of these but an {@link java.io.IOException}: a
 * file that does not exist, a directory, a read-only file, a full disk.
 */
public abstract class RingException extends RuntimeException {
  private static final long serialVersionUID = 1;

  RingException(String message) {
    super(message);
  }

  RingException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
