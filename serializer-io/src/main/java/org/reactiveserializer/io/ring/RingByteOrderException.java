package org.reactiveserializer.io.ring;

/** The file was created on a machine with another byte order. */
public final class RingByteOrderException extends RingException {
  private static final long serialVersionUID = 1;

  /**
   * Creates the exception.
   *
   * @param message what is wrong, with the numbers
   */
  public RingByteOrderException(String message) {
    super(message);
  }
}
