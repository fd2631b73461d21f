package org.reactiveserializer.io.ring;

/**
 * The ring has a writer already, or a reader. There can be one of each. An end that has lost its
 * lock throws this, too, when another process has attached in its place.
 */
public final class RingInUseException extends RingException {
  private static final long serialVersionUID = 1;

  /** The process that has this side of the ring. */
  private final long pid;

  /**
   * Creates the exception.
   *
   * @param message what is wrong
   * @param pid the process that has this side of the ring
   */
  public RingInUseException(String message, long pid) {
    super(message);
    this.pid = pid;
  }

  /**
   * Returns the process that has this side of the ring.
   *
   * @return its number, as it wrote it into the file; this is the number in its own container
   */
  public long pid() {
    return pid;
  }
}
