package org.reactiveserializer.io.ring;

/**
 * The capacity that the header names is impossible, does not match the size of the file, or is not
 * the one that was requested.
 */
public final class RingCapacityException extends RingException {
  private static final long serialVersionUID = 1;

  /**
   * Creates the exception.
   *
   * @param message what is wrong, with the numbers
   */
  public RingCapacityException(String message) {
    super(message);
  }
}
