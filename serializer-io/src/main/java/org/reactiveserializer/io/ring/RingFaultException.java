package org.reactiveserializer.io.ring;

/**
 * A page of the mapped file could not be read or written, although the file has its size; or of
 * another file that is mapped, whose buffer was offered, or used by a consumer. This side of the ring
 * can only be closed.
 */
public final class RingFaultException extends RingException {
  private static final long serialVersionUID = 1;

  /**
   * Creates the exception.
   *
   * @param message what is wrong
   * @param cause the error of the virtual machine
   */
  public RingFaultException(String message, Throwable cause) {
    super(message, cause);
  }
}
