package org.reactiveserializer.aeron;

/** What a stream does that nobody receives, or whose publication has ended. */
public enum NotConnected {
  /**
   * It waits for a receiver. If the publication has reached its last position, or somebody else has
   * closed it, another one is added. {@link AeronSubscriberSettings#timeLimit} applies.
   */
  WAIT,

  /** It ends with a {@link NotSentException}. */
  END
}
