package org.reactiveserializer.aeron;

/** A message is longer than Aeron can send. It was refused. */
public final class MessageTooLongException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /** How long the message is, in bytes. */
  private final int length;

  /** How long a message may be, in bytes. */
  private final int maxLength;

  MessageTooLongException(int length, int maxLength) {
    super(
        "the message has %d bytes, and the channel allows %d: make it shorter, or the term buffer longer (term-length)"
            .formatted(length, maxLength));
    this.length = length;
    this.maxLength = maxLength;
  }

  /**
   * Returns how long the message is.
   *
   * @return a number of bytes
   */
  public int length() {
    return length;
  }

  /**
   * Returns how long a message may be.
   *
   * @return a number of bytes
   */
  public int maxLength() {
    return maxLength;
  }
}
