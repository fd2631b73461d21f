package org.reactiveserializer.io.ring;

/**
 * A page of the mapped file could not be read or written, although the file has its size. This side
 * of the ring can only be closed.
 *
 * <p>Where buffers or code of others are used, too, nobody can tell whose memory it was. So a
 * {@code drain}, the {@code offer} of a buffer and the streams may throw, or signal, the
 * {@link InternalError} of the virtual machine as it is. Then this side can still be used, unless
 * it is the writer of a stream, which fails.
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
