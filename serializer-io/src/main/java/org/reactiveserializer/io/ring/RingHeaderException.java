package org.reactiveserializer.io.ring;

/** The header of the file says that it has another length than its version requires. */
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
