package org.reactiveserializer.benchmarks.io.answers;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The requests, the answers, and what a server does: it replaces a word. A request carries its
 * number at both ends, so an answer made of two is detected.
 */
public final class Text {
  /** An upper bound of the length of an answer, in bytes. */
  public static final int ROOM = 256;

  private static final byte[] FIND = "water".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] REPLACE = "wine".getBytes(StandardCharsets.US_ASCII);
  private static final String FORMAT =
      "%08x Some water is better than no water, and clear water is better than dark water. %08x";

  private Text() {}

  /** Returns a request. Its number is unique among all senders. */
  static byte[] request(int number) {
    return FORMAT.formatted(number, number).getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns the answer that a request must get. */
  static byte[] answer(int number) {
    return FORMAT
        .formatted(number, number)
        .replace("water", "wine")
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** Writes another number into a request or an answer: into its first and last eight bytes. */
  static void renumber(ByteBuffer text, int length, int number) {
    for (int i = 0; i < 8; i++) {
      byte digit = (byte) Character.forDigit(number >>> 28 - 4 * i & 15, 16);
      text.put(i, digit);
      text.put(length - 8 + i, digit);
    }
  }

  /**
   * What every server does: copies the rest of {@code from} to {@code to}, and replaces each
   * occurrence of the word.
   */
  public static void replace(ByteBuffer from, ByteBuffer to) {
    int limit = from.limit();
    int i = from.position();
    while (i < limit) {
      byte next = from.get(i);
      if (next == FIND[0] && isAt(from, i, limit)) {
        to.put(REPLACE);
        i += FIND.length;
      } else {
        to.put(next);
        i++;
      }
    }
    from.position(limit);
  }

  private static boolean isAt(ByteBuffer text, int start, int limit) {
    if (limit - start < FIND.length) {
      return false;
    }
    for (int i = 1; i < FIND.length; i++) {
      if (text.get(start + i) != FIND[i]) {
        return false;
      }
    }
    return true;
  }
}
