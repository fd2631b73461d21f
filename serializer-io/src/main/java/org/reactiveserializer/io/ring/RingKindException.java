package org.reactiveserializer.io.ring;

/** The ring has ints and messages were expected, or the other way round. */
public final class RingKindException extends RingException {
  private static final long serialVersionUID = 1;

  /**
   * Creates the exception.
   *
   * @param message what is wrong, with the numbers
   */
  public RingKindException(String message) {
    super(message);
  }
}
