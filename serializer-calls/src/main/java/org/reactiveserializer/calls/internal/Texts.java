package org.reactiveserializer.calls.internal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** What a WebSocket session may send: anything else would close it for all who send into it. */
public final class Texts {
  private static final int MOST = 125; // RFC 6455, 5.5

  private Texts() {}

  /** Returns {@code text}, with a question mark in place of each half of a surrogate pair: there is no UTF-8 of that. */
  public static String whole(String text) {
    return text.codePoints().anyMatch(c -> Character.getType(c) == Character.SURROGATE)
        ? new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)
        : text;
  }

  /** Returns the content of a ping or pong, with a position of its own. */
  public static ByteBuffer control(ByteBuffer content) {
    if (content.remaining() > MOST) {
      throw new IllegalArgumentException(
          "a ping or pong of %d bytes: at most %d are allowed"
              .formatted(content.remaining(), MOST));
    }
    return content.duplicate();
  }
}
