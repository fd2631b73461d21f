package org.reactiveserializer.benchmarks.io.loss;

import java.nio.ByteBuffer;

/**
 * The content of a datagram: its number in the first word, and words computed from the number in
 * three other places, so that a datagram made of two is detected. All words are big-endian.
 */
public final class Stamp {
  /** The length of a datagram, in bytes. */
  public static final int LENGTH = 1024;

  /** Where the second word is. */
  public static final int SECOND = 336;

  /** Where the third word is. */
  public static final int THIRD = 680;

  /** Where the last word is. */
  public static final int LAST = LENGTH - Long.BYTES;

  private static final long ODD = 0x9E37_79B9_7F4A_7C15L;

  private Stamp() {}

  /** Returns the word at a place in the datagram with a number. */
  public static long word(long number, int place) {
    return (number + place) * ODD;
  }

  /** Writes the words of a datagram. */
  static void put(ByteBuffer datagram, long number) {
    datagram.putLong(0, number);
    datagram.putLong(SECOND, word(number, SECOND));
    datagram.putLong(THIRD, word(number, THIRD));
    datagram.putLong(LAST, word(number, LAST));
  }
}
