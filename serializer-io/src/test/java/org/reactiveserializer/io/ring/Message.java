package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;

/** Messages with a number, whose every byte depends on the number. */
final class Message {
  private Message() {}

  /** Fills a buffer, of 8 bytes or more, up to its limit. */
  static void fill(ByteBuffer place, int number) {
    place.putInt(number).putInt(place.remaining());
    for (byte next = (byte) number; place.hasRemaining(); next++) {
      place.put(next);
    }
  }

  /** Reads a buffer up to its limit, and returns the number of the message. */
  static int check(ByteBuffer message) {
    int number = message.getInt();
    assertEquals(message.remaining(), message.getInt(), "the length of message " + number);
    for (byte next = (byte) number; message.hasRemaining(); next++) {
      if (message.get() != next) {
        throw new AssertionError(
            "message " + number + " is torn before byte " + message.position());
      }
    }
    return number;
  }
}
