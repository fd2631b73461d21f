package org.reactiveserializer.benchmarks.network;

import java.nio.ByteBuffer;

/** A frame: its length in an int, and 64 bytes, which are eight times its number. */
final class Frame {
  /** The length of what follows the prefix. */
  static final int LENGTH = 64;

  static final int PREFIX = 4;

  /** The length of all. */
  static final int WHOLE = PREFIX + LENGTH;

  private Frame() {}

  static void put(ByteBuffer buffer, long number) {
    buffer.clear().putInt(LENGTH);
    for (int i = 0; i < LENGTH / Long.BYTES; i++) {
      buffer.putLong(number);
    }
    buffer.flip();
  }

  /** Returns whether a whole frame in a buffer has this number everywhere. */
  static boolean is(ByteBuffer buffer, long number) {
    boolean is = buffer.getInt(0) == LENGTH;
    for (int i = 0; i < LENGTH / Long.BYTES; i++) {
      is &= buffer.getLong(PREFIX + i * Long.BYTES) == number;
    }
    return is;
  }
}
