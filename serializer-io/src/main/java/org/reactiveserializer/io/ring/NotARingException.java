package org.reactiveserializer.io.ring;

/** The file does not begin as a ring does: it is empty, or belongs to something else. */
public final class NotARingException extends RingException {
  private static final long serialVersionUID = 1;

  /**
   * Creates the exception.
   *
   * @param message what is wrong, with the numbers
   */
  public NotARingException(String message) {
    super(message);
  }
}
