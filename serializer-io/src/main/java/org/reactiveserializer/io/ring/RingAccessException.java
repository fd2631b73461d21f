package org.reactiveserializer.io.ring;

/**
 * The file of a ring belongs to another user than was expected, or others than was expected may use
 * it: see {@link RingAccess}. The message has the owner, the group and the mode, and says which were
 * expected. The file was not opened, or was closed without a look into it.
 */
public final class RingAccessException extends RingException {
  private static final long serialVersionUID = 1;

  /**
   * Creates the exception.
   *
   * @param message what is wrong
   */
  public RingAccessException(String message) {
    super(message);
  }
}
