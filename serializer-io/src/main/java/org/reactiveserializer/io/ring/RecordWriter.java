package org.reactiveserializer.io.ring;

import static org.reactiveserializer.io.internal.ring.Layout.HEAD;
import static org.reactiveserializer.io.internal.ring.Layout.HEADER;
import static org.reactiveserializer.io.internal.ring.Layout.TAIL;
import static org.reactiveserializer.io.internal.ring.Layout.acquireWord;
import static org.reactiveserializer.io.internal.ring.Layout.releaseWord;
import static org.reactiveserializer.io.internal.ring.Records.PREFIX;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.reactiveserializer.io.internal.ring.Attachment;
import org.reactiveserializer.io.internal.ring.Records;

/** Finds places for records, and publishes them. {@link MessageWriter} puts messages into them. */
abstract non-sealed class RecordWriter extends RingEnd { // tests stop another one
  // Invariant: head <= the file's head <= tail <= next <= limit, and limit is head + capacity - 8,
  // or next after the end. Outside of publishClaimed, the file's tail is tail. From tail to next
  // there are whole records and padding, which the reader cannot see yet: at tail there is a zero,
  // and first is what will be stored there. Padding and the record behind it are published
  // together. See Records.

  final int maxMessage;
  final ByteBuffer place; // the room that was claimed last
  long tail;
  long next;
  long last; // where the record that was claimed last begins
  int lastLength; // the length of its message; what the file says may be nonsense

  private final Pace pace = new Pace();
  private long head;
  private long limit;
  private long first;

  RecordWriter(Attachment attachment) {
    super(attachment);
    maxMessage = Records.maxMessage(capacity);
    place = memory.duplicate().order(ByteOrder.nativeOrder()).limit(0);
    tail = attachment.index();
    head = Math.max(0, tail - capacity); // the least that is possible: the first look tells
    next = tail;
    limit = tail;
  }

  /**
   * Makes the prefix of a record, and padding before it if it must; returns where the message
   * goes, or -1.
   */
  final int reserve(int length) {
    checkLength(length);
    int size = Records.size(length);
    int offset = (int) next & mask;
    int toEnd = capacity - offset;
    int needed = size <= toEnd ? size : toEnd + size;
    if (limit - next < needed && lookAgain() < needed) {
      return -1;
    }
    if (size > toEnd) {
      putPrefix(next, -toEnd);
      next += toEnd;
      offset = 0;
    }
    putPrefix(next, length);
    last = next;
    lastLength = length;
    next += size;
    return HEADER + offset + PREFIX;
  }

  /** Shortens the record that was claimed last. */
  final void shorten(int length) {
    putPrefix(last, length);
    lastLength = length;
    next = last + Records.size(length);
    int at = HEADER + ((int) last & mask);
    place.limit(at + PREFIX + length);
  }

  private void putPrefix(long index, int length) {
    long prefix = Records.prefix(index, length);
    if (index == tail) {
      first = prefix;
    } else {
      words.put(wordOf(index), prefix);
    }
  }

  /** Publishes what is claimed. */
  void publishClaimed() {
    storeZero();
    storeFirst();
    tail = next;
    storeTail();
    place.limit(0);
  }

  /** Behind all that is claimed, where the next batch will begin. */
  void storeZero() {
    words.put(wordOf(next), 0);
  }

  /** This publishes. */
  void storeFirst() {
    releaseWord(words, HEADER + ((int) tail & mask), first);
  }

  void storeTail() {
    releaseWord(words, TAIL, tail);
  }

  /** Returns how many bytes of records could be written now, padding included. */
  final int room() {
    try {
      return look();
    } catch (InternalError fault) {
      throw health.broken(fault);
    }
  }

  private int wordOf(long index) {
    return (HEADER + ((int) index & mask)) >> 3;
  }

  /** As {@link #look}, but not before the pause that is due. */
  private int lookAgain() {
    pace.pause();
    long before = head;
    int room = look();
    pace.gained(head - before);
    return room;
  }

  /** Looks at the head, and returns how much room there is. */
  private int look() {
    checkUsable();
    health.checkOwnIndex(acquireWord(words, TAIL), tail);
    head = health.checkPeerIndex(acquireWord(words, HEAD), head, tail);
    limit = head + capacity - PREFIX;
    // Whoever attaches follows the records from a tail that he has read twice. So the tail must be
    // stored before the place of a record in front of it is used again.
    VarHandle.releaseFence();
    return (int) (limit - next);
  }

  final void checkNothingClaimed() {
    if (next != tail) {
      throw new IllegalStateException(
          "claimed messages are not published. Call publish() first, or abort() to abandon them");
    }
  }

  final void checkLength(int length) {
    if (length < 1 || length > maxMessage) {
      throw new IllegalArgumentException(
          "a message has from 1 to %d bytes in this ring, this one has %d"
              .formatted(maxMessage, length));
    }
  }

  @Override
  void shut() {
    next = tail;
    limit = next;
    place.limit(0);
  }
}
