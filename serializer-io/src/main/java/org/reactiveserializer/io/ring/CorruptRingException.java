package org.reactiveserializer.io.ring;

/**
 * The file says something impossible: an index, a record or a state that no process writes that
 * follows the protocol; or another process has overwritten the index of this side, for example
 * because the lock was lost. If that happens while the ring is in use, this side of it can only be
 * closed. Items that were read before are as they were written.
 */
public final class CorruptRingException extends RingException {
  private static final long serialVersionUID = 1;

  /**
   * Creates the exception.
   *
   * @param message what is wrong, with the numbers
   */
  public CorruptRingException(String message) {
    super(message);
  }
}
