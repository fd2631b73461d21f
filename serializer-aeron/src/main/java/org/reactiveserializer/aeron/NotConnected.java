package org.reactiveserializer.aeron;

/** What a stream does that nobody receives, or whose publication has ended. */
public enum NotConnected {
  /**
   * It waits for a receiver. If the publication has reached its last position, or somebody else has
   * closed it, another one is added; but not with {@code control-mode=manual}, because it would have no
   * destinations: then the stream ends. {@link AeronSubscriberSettings#timeLimit} applies.
   */
  WAIT,

  /** It ends with a {@link NotSentException}. */
  END
}
