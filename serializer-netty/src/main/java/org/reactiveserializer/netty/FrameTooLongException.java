package org.reactiveserializer.netty;

import io.netty.handler.codec.TooLongFrameException;

/** The length before a frame is larger than the limit, or negative. */
public final class FrameTooLongException extends TooLongFrameException {
  private static final long serialVersionUID = 1;

  /** How long the frame is, in bytes. */
  private final long length;

  /** How long a frame may be, in bytes. */
  private final int limit;

  FrameTooLongException(long length, int limit) {
    super("a frame has from 0 to %d bytes, this one claims to have %d".formatted(limit, length));
    this.length = length;
    this.limit = limit;
  }

  /**
   * Returns the length that was announced.
   *
   * @return a number of bytes
   */
  public long length() {
    return length;
  }

  /**
   * Returns the length that a frame may have.
   *
   * @return a number of bytes
   */
  public int limit() {
    return limit;
  }
}
