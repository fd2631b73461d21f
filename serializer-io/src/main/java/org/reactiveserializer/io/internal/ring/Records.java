package org.reactiveserializer.io.internal.ring;

/**
 * How a message lies in a ring: a record begins at a multiple of 8 with one long, followed by the
 * bytes of the message. A record is never split: where one does not fit before the end of the data,
 * padding fills the rest, and the record begins at the start of the data.
 *
 * <p>The low half of the long is the length of the message; of padding, the negative number of
 * bytes to the end. The high half is a stamp made of the record's index. It differs from the stamp
 * of the record that was at the same place one round before, so old data is never taken for a
 * record.
 */
public final class Records {
  /** The length of the long in front of each message. */
  public static final int PREFIX = 8;

  static final int ALIGNMENT = 8;

  private static final int ALIGNMENT_BITS = 3;

  private Records() {}

  /** Returns the length of the largest message that a ring with that capacity accepts. */
  public static int maxMessage(int capacity) {
    return capacity / 8;
  }

  /** Returns the length of the record of a message. */
  public static int size(int message) {
    return PREFIX + ((message + ALIGNMENT - 1) & -ALIGNMENT);
  }

  /** Returns the long in front of a message, or of padding if the length is negative. */
  public static long prefix(long index, int length) {
    return (long) stamp(index) << Integer.SIZE | (length & 0xffffffffL);
  }

  /** Returns the length in a prefix. */
  public static int length(long prefix) {
    return (int) prefix;
  }

  /** Returns whether a prefix was written for a record at that index. */
  public static boolean isStampedFor(long prefix, long index) {
    return (int) (prefix >>> Integer.SIZE) == stamp(index);
  }

  private static int stamp(long index) {
    return (int) (index >>> ALIGNMENT_BITS);
  }
}
