package org.reactiveserializer.io.ring;

/**
 * The name belongs to another file now, or to none, so that no other side can find this ring. Close
 * this end, call {@code attach} or {@code createOrAttach} again, and use the new object: the old
 * {@link IntRing} or {@link MessageRing} is for the old file.
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
