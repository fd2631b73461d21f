package org.reactiveserializer.io.ring;

/**
 * The file is shorter than its header says, or was, and was extended again. It may have been
 * truncated while it was mapped. Then this side of the ring can only be closed.
 */
public final class TruncatedRingException extends RingException {
  private static final long serialVersionUID = 1;

  /**
   * Creates the exception.
   *
   * @param message what is wrong, with the numbers
   */
  public TruncatedRingException(String message) {
    super(message);
  }
}
