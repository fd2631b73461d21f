package org.reactiveserializer.io.internal.ring;

import java.nio.ByteBuffer;

/**
 * How a message lies in a ring: a record begins at a multiple of 8 with one long, followed by the
 * bytes of the message. A record is never split: where one does not fit before the end of the data,
 * padding fills the rest, and the record begins at the start of the data.
 *
 * <p>The low half of the long is the length of the message; of padding, the negative number of
 * bytes to the end. The high half is a stamp made of the record's index. It differs from the stamp
 * of the record that was at the same place one round before.
 *
 * <p><b>Published</b> is a batch of records when the long of the first is stored; before that, there
 * is a zero in its place, which is no record, whatever the index. How a reader sees what is
 * published, and a successor of the writer where that ends:
 *
 * <ol>
 *   <li>Behind the last published record there is a zero. The writer stores it before it publishes
 *       what is in front of it, and so keeps 8 bytes of the data free for it. Whatever an old message
 *       has left there, or a batch that was claimed and abandoned, is never taken for a record.
 *   <li>The long of the first record is stored with release, after all else of the batch.
 *   <li>The tail is stored after that. In between it is one batch too low, and the head may be
 *       greater; if the writer dies there, it stays so. Whoever attaches {@linkplain #end follows the
 *       records} from the tail on, and a writer that attaches stores the tail that it finds.
 * </ol>
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

  /** Returns whether there is a record at that index, or padding, that is published. */
  public static boolean isPublished(long prefix, long index) {
    return (int) (prefix >>> Integer.SIZE) == stamp(index) && (int) prefix != 0;
  }

  /**
   * Returns whether a prefix is one that a writer makes.
   *
   * @param offset where it is in the data
   * @param space how many bytes of it belong to the reader, at most
   */
  public static boolean isPossible(long prefix, int offset, long space, int capacity) {
    int length = length(prefix);
    int toEnd = capacity - offset;
    return length > 0
        ? length <= maxMessage(capacity) && size(length) <= Math.min(space, toEnd)
        : length == -toEnd && toEnd <= size(maxMessage(capacity)) && toEnd <= space;
  }

  /**
   * Returns the index behind the last record that is published.
   *
   * @param tail the index of a record, or of the zero behind the last one
   */
  static long end(ByteBuffer memory, int capacity, long tail) {
    long end = tail;
    while (end - tail < capacity) {
      int offset = (int) end & (capacity - 1);
      long prefix = Layout.acquireLong(memory, Layout.HEADER + offset);
      if (!isPublished(prefix, end)
          || !isPossible(prefix, offset, tail + capacity - end, capacity)) {
        break;
      }
      int length = length(prefix);
      end += length > 0 ? size(length) : -length;
    }
    return end;
  }

  private static int stamp(long index) {
    return (int) (index >>> ALIGNMENT_BITS);
  }
}
