package org.reactiveserializer.io.internal.ring;

import static org.reactiveserializer.io.internal.ring.Layout.BYTE_ORDER_MARK;
import static org.reactiveserializer.io.internal.ring.Layout.HEADER;
import static org.reactiveserializer.io.internal.ring.Layout.MAX_CAPACITY;
import static org.reactiveserializer.io.internal.ring.Layout.MIN_CAPACITY;
import static org.reactiveserializer.io.internal.ring.Layout.VERSION_OF_LAYOUT;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.ring.CorruptRingException;
import org.reactiveserializer.io.ring.RingHeaderException;
import org.reactiveserializer.io.ring.TruncatedRingException;

/**
 * The fields of a header that never change, after they were checked.
 *
 * @param kind what is in the ring
 * @param capacity the capacity of the data in bytes
 * @param instance a random number that distinguishes this file from others that had its name
 */
public record Header(RingKind kind, int capacity, long instance) {
  /** How many times the whole ring is looked through while its tail moves. */
  private static final int LOOKS_AT_TAIL = 4;

  /**
   * Checks the fields that never change, in an order in which each gives the next one its meaning.
   *
   * @param file the name, for messages
   * @param size the size of the file in bytes
   * @param header the first bytes of the file, at least {@code min(size, 4096)} of them
   */
  static Header check(Path file, long size, ByteBuffer header, RingKind wanted) {
    header.order(ByteOrder.nativeOrder());
    if (size < Long.BYTES || !Layout.hasMagic(header)) {
      throw new RingHeaderException(
          "%s is not a ring: it has %d bytes and does not begin with the mark of a ring. Choose another name"
              .formatted(file, size));
    }
    if (size < HEADER) {
      throw new TruncatedRingException(
          "%s was truncated: it has %d bytes, its header has %d. Delete it and create it again"
              .formatted(file, size, HEADER));
    }
    checkForm(file, header);
    int kind = header.getInt(Layout.KIND);
    if (kind != wanted.code) {
      throw new RingHeaderException(
          "%s is a ring of kind %d (%s), expected kind %d (%s)"
              .formatted(file, kind, RingKind.nameOf(kind), wanted.code, wanted));
    }
    int capacity = checkCapacity(file, size, header.getLong(Layout.CAPACITY));
    return new Header(wanted, capacity, header.getLong(Layout.INSTANCE));
  }

  private static void checkForm(Path file, ByteBuffer header) {
    int mark = header.getInt(Layout.MARK);
    int version = header.getInt(Layout.VERSION);
    if (version == 0) {
      throw new RingHeaderException(
          "%s was never completed: its layout has version 0. Delete it and create it again"
              .formatted(file));
    }
    if (mark != BYTE_ORDER_MARK) {
      throw new RingHeaderException(
          "%s has the byte-order mark %08x, this machine writes %08x: it was created on another kind of machine"
              .formatted(file, mark, BYTE_ORDER_MARK));
    }
    if (version != VERSION_OF_LAYOUT) {
      throw new RingHeaderException(
          "%s has version %d of the layout, this library reads version %d"
              .formatted(file, version, VERSION_OF_LAYOUT));
    }
    int length = header.getInt(Layout.HEADER_LENGTH);
    if (length != HEADER) {
      throw new RingHeaderException(
          "%s says that its header has %d bytes, version %d has %d"
              .formatted(file, length, version, HEADER));
    }
  }

  private static int checkCapacity(Path file, long size, long capacity) {
    if (capacity < MIN_CAPACITY || capacity > MAX_CAPACITY || Long.bitCount(capacity) != 1) {
      throw new RingHeaderException(
          "%s says that its capacity is %d bytes: not a power of two from %d to %d"
              .formatted(file, capacity, MIN_CAPACITY, MAX_CAPACITY));
    }
    long needed = fileSize(capacity);
    if (size < needed) {
      throw new TruncatedRingException(
          "%s was truncated: it has %d bytes, with a capacity of %d it needs %d"
              .formatted(file, size, capacity, needed));
    }
    if (size > needed) {
      throw new RingHeaderException(
          "%s has %d bytes, with a capacity of %d it should have %d"
              .formatted(file, size, capacity, needed));
    }
    return (int) capacity;
  }

  /** Returns the size of the file in bytes. */
  long fileSize() {
    return fileSize(capacity);
  }

  static long fileSize(long capacity) {
    return HEADER + capacity + Layout.FOOTER;
  }

  /** Returns what is wrong if the file was truncated and has its size nevertheless; else null. */
  @Nullable TruncatedRingException findExtension(Path file, ByteBuffer memory) {
    long first = Layout.acquireLong(memory, Layout.INSTANCE);
    long last = Layout.acquireLong(memory, HEADER + capacity);
    return first == instance && last == instance
        ? null
        : new TruncatedRingException(
            ("%s was truncated, and extended again: before its data is %016x, behind it %016x, both should be"
                    + " %016x. Delete it and create it again")
                .formatted(file, first, last, instance));
  }

  /** Returns how many steps of an index fit into the ring. */
  int steps() {
    return capacity / kind.unit;
  }

  /**
   * Checks the fields that change, in mapped memory, while the peer may be running. The tail is
   * read between two reads of the head: the first is not greater than the tail, which is newer; and
   * the second is not more than a capacity behind the tail, which is older. So a peer that moves
   * its index meanwhile causes no alarm. In a ring of messages the tail is the end of the published
   * records, which the file's tail may be one batch behind: see {@link Records}.
   *
   * @return the index of the own side, which nobody else changes
   */
  long checkState(Path file, ByteBuffer memory, Side own) {
    long earlier = Layout.acquireLong(memory, Layout.HEAD);
    long tail = readTail(file, memory);
    long head = Layout.acquireLong(memory, Layout.HEAD);
    if (earlier < 0
        || head < earlier
        || earlier > tail
        || tail > Layout.MAX_INDEX
        || tail - head > room()
        || (head | tail) % kind.alignment != 0) {
      throw new CorruptRingException(
          "%s has impossible indices: head %d, then %d, and tail %d, with room for %d in steps of %d"
              .formatted(file, earlier, head, tail, room(), kind.alignment));
    }
    for (Side side : Side.values()) {
      int state = Layout.acquireInt(memory, side.state);
      if (state < Layout.ABSENT || state > Layout.FAILED) {
        throw new CorruptRingException(
            "%s says that its %s has the state %d: not one from %d to %d"
                .formatted(file, side, state, Layout.ABSENT, Layout.FAILED));
      }
    }
    return own == Side.WRITER ? tail : head;
  }

  private long readTail(Path file, ByteBuffer memory) {
    long tail = Layout.acquireLong(memory, Layout.TAIL);
    boolean isPossible = tail >= 0 && tail <= Layout.MAX_INDEX && tail % kind.alignment == 0;
    return kind == RingKind.MESSAGES && isPossible
        ? endOfRecords(file, memory, tail, () -> Layout.acquireLong(memory, Layout.TAIL))
        : tail;
  }

  /**
   * Follows the records from the tail on. If it moves meanwhile, they may have been overwritten. A
   * writer fills the ring at most once while the side of the reader is attaching; one that goes on
   * and on would keep this thread for ever.
   */
  long endOfRecords(Path file, ByteBuffer memory, long tail, LongSupplier tailNow) {
    long first = tail;
    for (long left = LOOKS_AT_TAIL * (long) capacity; left > 0; ) {
      long end = Records.end(memory, capacity, first);
      long seen = tailNow.getAsLong();
      if (seen <= first || seen - first > capacity || seen % kind.alignment != 0) {
        return end;
      }
      left -= end - first + kind.alignment;
      first = seen;
    }
    throw new CorruptRingException(
        "%s has a tail that moves on for ever: from %d to %d while it was checked, with room for %d"
            .formatted(file, tail, first, room()));
  }

  /** Returns the greatest difference of the indices. */
  private int room() {
    return kind == RingKind.MESSAGES ? capacity - Records.PREFIX : steps();
  }
}
