package org.reactiveserializer.io.ring;

/**
 * The name belongs to another file now, or to none, so that no peer can find this ring. Attach
 * again, or create the ring again.
 */
public final class ReplacedRingException extends RingException {
  private static final long serialVersionUID = 1;

  /**
   * Creates the exception.
   *
   * @param message what is wrong, with the numbers
   */
  public ReplacedRingException(String message) {
    super(message);
  }
}
