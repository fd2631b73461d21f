package org.reactiveserializer.io.datagram;

/** What happened to a datagram that was to be sent. */
public enum SendResult {
  /**
   * Accepted by the system. That says nothing about whether it will arrive.
   *
   * <p>Of an empty datagram it says even less, since the JDK reports 0 bytes in any case: if the
   * socket's send buffer is full, it is lost; and through a connected channel it is never sent.
   */
  SENT,

  /**
   * Accepted by the source: it waits for the socket, or another thread sends it. It will be sent,
   * or counted as failed or dropped.
   */
  QUEUED,

  /**
   * Refused: as many datagrams wait as {@linkplain DatagramSettings#sendQueue may}. It was counted
   * as dropped.
   */
  OVERFLOW,

  /**
   * Refused by the system, for example because it is too long or there is no route. It was counted
   * as failed, and {@linkplain DatagramSettings#onSendError the hook} got the exception.
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
