package org.reactiveserializer.benchmarks.io.ipc;

import java.nio.ByteBuffer;

/**
 * A message of 64 bytes: eight words, of which each is computed from the number of the message, so
 * that a message made of two is detected. In the byte order of the machine.
 */
public final class Message {
  /** Its length in bytes. */
  public static final int LENGTH = 64;

  /** The difference between two words: odd, and seven times it is no overflow. */
  static final long STEP = 0x0E37_79B9_7F4A_7C15L;

  /** What {@link #first} returns for bytes that are no message. */
  static final long TORN = -2;

  /** How many threads can write messages, each with numbers of its own. */
  static final int MOST_THREADS = 8;

  private static final int THREAD_SHIFT = 56;

  private Message() {}

  /** Returns the first word of a message of one of several threads. */
  static long of(int thread, long number) {
    return (long) thread << THREAD_SHIFT | number;
  }

  /** Returns the thread, by the first word. */
  static int thread(long w0) {
    return (int) (w0 >>> THREAD_SHIFT);
  }

  /** Returns the number within that thread, by the first word. */
  static long number(long w0) {
    return w0 & (1L << THREAD_SHIFT) - 1;
  }

  /** Writes a message into a buffer, at an index. */
  static void put(ByteBuffer buffer, int at, long number) {
    for (int i = 0; i < 8; i++) {
      buffer.putLong(at + 8 * i, number + i * STEP);
    }
  }

  /** Returns the first word of a message, or {@link #TORN}. */
  static long first(ByteBuffer buffer, int at, int length) {
    return length != LENGTH
        ? TORN
        : first(
            buffer.getLong(at),
            buffer.getLong(at + 8),
            buffer.getLong(at + 16),
            buffer.getLong(at + 24),
            buffer.getLong(at + 32),
            buffer.getLong(at + 40),
            buffer.getLong(at + 48),
            buffer.getLong(at + 56));
  }

  /** Returns the first of these words if they are a message, or {@link #TORN}. */
  static long first(long w0, long w1, long w2, long w3, long w4, long w5, long w6, long w7) {
    long difference =
        (w1 - STEP ^ w0)
            | (w2 - 2 * STEP ^ w0)
            | (w3 - 3 * STEP ^ w0)
            | (w4 - 4 * STEP ^ w0)
            | (w5 - 5 * STEP ^ w0)
            | (w6 - 6 * STEP ^ w0)
            | (w7 - 7 * STEP ^ w0);
    return difference == 0 && w0 >= 0 ? w0 : TORN;
  }
}
