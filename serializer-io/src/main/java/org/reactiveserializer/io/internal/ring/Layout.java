package org.reactiveserializer.io.internal.ring;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Where each field of a ring's file lies, and how it is accessed. All numbers are in the byte order
 * of the machine.
 *
 * <pre>
 *    0  magic, 8 bytes in a fixed order     24  capacity of the data in bytes, long
 *    8  version of this layout, int         32  instance, a random long
 *   12  byte-order mark, int                40  time of creation, ms since 1970, long
 *   16  length of this header, int
 *   20  kind: 1 ints, 2 messages, int
 *  128  tail, long: written by the writer only
 *  256  head, long: written by the reader only
 *  384  block of the writer: heartbeat long, pid long, epoch long, state int, 4 spare, notedEnd long
 *  512  block of the reader: the same
 * 4096  data
 *    n  instance again, long, directly behind the data
 * </pre>
 *
 * <p>The tail, the head and the two blocks have 128 bytes each: processors that fetch cache lines
 * in pairs would otherwise make the sides share one.
 *
 * <p><b>Invariants.</b>
 *
 * <ol>
 *   <li>What is before offset 128 never changes after the version is written, which is written
 *       last.
 *   <li>In a ring of messages, the tail of these invariants is the end of the published records. The
 *       field has it a moment later: see {@link Records}.
 *   <li>{@code 0 <= tail - head <= capacity}, at every moment: only the writer increases the tail,
 *       by no more than the room that a head it read before left; only the reader increases the
 *       head, up to a tail that it read before. The indices never decrease.
 *   <li>The data from head to tail belongs to the reader, the rest to the writer. The writer stores
 *       the tail with release after the data before it, and the reader loads it with acquire before
 *       that data; so the reader sees the data. (In a ring of messages, that is the store which
 *       publishes a batch.) The same holds for the head in the other direction: the writer overwrites
 *       data only after the reader has finished reading it.
 *   <li>The instance behind the data is that of the header. Whoever cuts off data cuts that off,
 *       too: so a file that was truncated, and extended again with zeros, is noticed although it
 *       has its size.
 *   <li>A side that dies leaves its index at the last store. That is a single store of 8 aligned
 *       bytes, so no state between two values exists. Nothing must be repaired but the field of the
 *       tail, if a writer of messages died before it had stored it.
 * </ol>
 */
public final class Layout {
  /** The length of the header in bytes, which is the offset of the data. */
  public static final int HEADER = 4096;

  /** The offset of the writer's index. */
  public static final int TAIL = 128;

  /** The offset of the reader's index. */
  public static final int HEAD = 256;

  /** The least capacity in bytes. */
  public static final int MIN_CAPACITY = 4096;

  /** The greatest capacity in bytes: with more, a file would not fit into one buffer. */
  public static final int MAX_CAPACITY = 1 << 30;

  /**
   * At a thousand million items a second, a ring of ints gets there in a hundred years, and a ring
   * of messages, whose indices count bytes, at 16 bytes each in about nine.
   */
  static final long MAX_INDEX = 1L << 62;

  /** The length of what is behind the data. */
  static final int FOOTER = 8;

  static final int VERSION_OF_LAYOUT = 3;
  static final int BYTE_ORDER_MARK = 0x01020304;

  static final int MAGIC = 0;
  static final int VERSION = 8;
  static final int MARK = 12;
  static final int HEADER_LENGTH = 16;
  static final int KIND = 20;
  static final int CAPACITY = 24;
  static final int INSTANCE = 32;
  static final int CREATED = 40;

  static final int WRITER_BLOCK = 384;
  static final int READER_BLOCK = 512;

  // Offsets within a block.
  static final int HEARTBEAT = 0;
  static final int PID = 8;
  static final int EPOCH = 16;
  static final int STATE = 24;

  /**
   * The epoch of the peer whose end this side has noted, so that no successor is notified of it
   * again.
   */
  static final int NOTED_END = 32;

  // The states of a side.
  static final int ABSENT = 0;
  static final int OPEN = 1;
  static final int CLOSED = 2;
  static final int FAILED = 3;

  private static final int LONG_BITS = 3; // log2 of the bytes of a long

  private static final byte[] MAGIC_BYTES = {'R', 'S', 'R', 'I', 'N', 'G', '\r', '\n'};

  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final VarHandle INTS =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

  private Layout() {}

  public static long acquireLong(ByteBuffer memory, int offset) {
    return (long) LONGS.getAcquire(memory, offset);
  }

  public static void releaseLong(ByteBuffer memory, int offset, long value) {
    LONGS.setRelease(memory, offset, value);
  }

  /**
   * As {@link #acquireLong}, from the same memory seen as longs. An int costs two such accesses at
   * each side, and the checks of a VarHandle for buffers take longer than they do. A long of a
   * direct buffer is loaded and stored by one instruction, since it is aligned and the virtual
   * machine has 64 bits ({@link #checkWidth}); the fence gives the order.
   */
  public static long acquireWord(LongBuffer words, int offset) {
    long value = words.get(offset >> LONG_BITS);
    VarHandle.acquireFence();
    return value;
  }

  /** As {@link #releaseLong}; see {@link #acquireWord}. */
  public static void releaseWord(LongBuffer words, int offset, long value) {
    VarHandle.releaseFence();
    words.put(offset >> LONG_BITS, value);
  }

  /**
   * Refuses a virtual machine that may store a long in two halves: the other side could read one of
   * them, and so could a successor of a process that was killed between them.
   *
   * @param bits the system property sun.arch.data.model, which other virtual machines than
   *     HotSpot may not have
   */
  static void checkWidth(@Nullable String bits) {
    if ("32".equals(bits)) {
      throw new UnsupportedOperationException(
          "a ring needs a virtual machine of 64 bits, this one has 32. Use a JDK for 64 bits");
    }
  }

  static int acquireInt(ByteBuffer memory, int offset) {
    return (int) INTS.getAcquire(memory, offset);
  }

  static void releaseInt(ByteBuffer memory, int offset, int value) {
    INTS.setRelease(memory, offset, value);
  }

  static void putMagic(ByteBuffer header) {
    header.put(MAGIC, MAGIC_BYTES);
  }

  /**
   * Returns whether the file begins as a ring does. Reads byte by byte: a file that is truncated at
   * this moment makes that throw, but could crash the virtual machine in a method that compares
   * many bytes at once.
   */
  static boolean hasMagic(ByteBuffer header) {
    for (int i = 0; i < MAGIC_BYTES.length; i++) {
      if (header.get(MAGIC + i) != MAGIC_BYTES[i]) {
        return false;
      }
    }
    return true;
  }
}
