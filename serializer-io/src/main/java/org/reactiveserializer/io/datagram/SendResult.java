package org.reactiveserializer.io.datagram;

/** What happened to a datagram that was to be sent. */
public enum SendResult {
  /**
   * Accepted by the system. That says nothing about whether it will arrive.
   *
   * <p>For an empty datagram the JDK does not tell whether the system accepted it, so this is the
   * result in any case. If the send buffer was full, the datagram is lost. Through a connected
   * channel it is never sent.
   */
  SENT,

  /**
   * Accepted by the source: it waits for room in the send buffer, or is being sent. It will be
   * sent, or counted as failed or dropped.
   */
  QUEUED,

  /**
   * Refused: the {@linkplain DatagramSettings#sendQueue queue} was full. It was counted as dropped.
   */
  OVERFLOW,

  /**
   * Refused by the system, for example because it is too long or there is no route. It was counted
   * as failed, and the exception was logged at level {@code DEBUG}.
   */
  FAILED,

  /** Refused: the source is closed. It was counted as dropped. */
  CLOSED;

  /**
   * Returns whether the datagram was accepted, by the system or by the source.
   *
   * @return true for {@link #SENT} and {@link #QUEUED}
   */
  public boolean isAccepted() {
    return this == SENT || this == QUEUED;
  }
}
