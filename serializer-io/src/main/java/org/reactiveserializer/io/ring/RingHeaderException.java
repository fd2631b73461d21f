package org.reactiveserializer.io.ring;

/**
 * The header of the file is not that of a ring which can be used: it is none at all, or has another
 * byte order, another version of the layout (0: its creation was not completed), another kind of
 * items, or a capacity that is impossible, does not match the size of the file, or is not the one
 * that was requested. The message says which.
 */
public final class RingHeaderException extends RingException {
  private static final long serialVersionUID = 1;

  /**
   * Creates the exception.
   *
   * @param message what is wrong, with the numbers
   */
  public RingHeaderException(String message) {
    super(message);
  }
}
