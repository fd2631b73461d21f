package org.reactiveserializer.io.ring;

/** The file has another version of the layout, or 0 if its creation was not completed. */
public final class RingVersionException extends RingException {
  private static final long serialVersionUID = 1;

  /**
   * Creates the exception.
   *
   * @param message what is wrong, with the numbers
   */
  public RingVersionException(String message) {
    super(message);
  }
}
