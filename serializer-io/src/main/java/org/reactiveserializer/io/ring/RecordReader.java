package org.reactiveserializer.io.ring;

import static org.reactiveserializer.io.internal.ring.Layout.HEAD;
import static org.reactiveserializer.io.internal.ring.Layout.HEADER;
import static org.reactiveserializer.io.internal.ring.Layout.TAIL;
import static org.reactiveserializer.io.internal.ring.Layout.acquireWord;
import static org.reactiveserializer.io.internal.ring.Layout.releaseWord;
import static org.reactiveserializer.io.internal.ring.Records.PREFIX;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.internal.ring.Attachment;
import org.reactiveserializer.io.internal.ring.Records;
import org.reactiveserializer.io.internal.shared.RunPause;

/** Finds records and releases them. {@link MessageReader} hands their messages out. */
abstract sealed class RecordReader extends RingEnd permits MessageReader {
  // Invariant: the file's head == head <= next <= head + room. From head to next are the records
  // that were read and not released. At next there is a record, or the zero behind the last: see
  // Records. The limit is where this looks, at the latest, whether all is in order: a capacity
  // behind the look before; or next after the end. The tail is the last that was seen, and may be
  // less than next. A record of lastSize that ends not behind easy is within the data, the room and
  // the limit.

  /** How often this finds nothing until it looks at the tail, which the writer must then fetch back. */
  private static final int EMPTY_LOOKS = 16;

  /** During a pause, the writer must not fill more than this part of the ring. */
  private static final int PART = 16;

  private final int maxMessage;
  private final int room; // how far the writer may be ahead of the head
  final ByteBuffer message; // what was read last, in place
  long head;
  long next;
  private long easy;
  private long limit;
  private long tail;
  private long run; // how many messages since this found nothing
  int lastLength; // of the message that was read last
  int lastSize = PREFIX;
  private int empties = -1; // the first time, this looks at the tail
  boolean draining;

  RecordReader(Attachment attachment) {
    super(attachment);
    maxMessage = Records.maxMessage(capacity);
    room = capacity - PREFIX;
    message = memory.asReadOnlyBuffer().order(ByteOrder.nativeOrder()).limit(0);
    head = attachment.index();
    next = head;
    limit = head;
    easy = head;
  }

  /** Reads the next message; null if there is none. */
  final @Nullable ByteBuffer advance() {
    try {
      if (!isLikeTheLast() && !findNext()) {
        return null;
      }
    } catch (InternalError fault) {
      throw health.broken(fault);
    }
    int at = HEADER + ((int) (next - lastSize) & mask) + PREFIX;
    return message.limit(at + lastLength).position(at);
  }

  /**
   * Reads the next record if its message is as long as the one before, as most are. Then the place of
   * the one behind it does not depend on what is loaded here, but on a branch, and the processor, which
   * predicts that, can load several messages at the same time (x86-64; elsewhere the fence forbids it).
   */
  final boolean isLikeTheLast() {
    long end = next + lastSize;
    if (end > easy || prefix() != Records.prefix(next, lastLength)) {
      return false;
    }
    next = end;
    run++;
    return true;
  }

  /** Reads the next message, wherever it is, after the pause and the looks that are due. */
  final boolean findNext() {
    while (true) {
      if (next >= limit) {
        look();
      }
      long prefix = prefix();
      if (!Records.isPublished(prefix, next)) {
        if (!awaitNext()) {
          return false;
        }
        continue;
      }
      if (!isPossible(prefix)) {
        throw corruptRecord(prefix);
      }
      int length = Records.length(prefix);
      if (length > 0) {
        accept(length);
        return true;
      }
      next -= length;
    }
  }

  private boolean isPossible(long prefix) {
    return Records.isPossible(prefix, (int) next & mask, head + room - next, capacity);
  }

  private void accept(int length) {
    long dataEnd = next - ((int) next & mask) + capacity;
    lastLength = length;
    lastSize = Records.size(length);
    next += lastSize;
    run++;
    easy = Math.min(limit, Math.min(head + room, dataEnd));
  }

  private long prefix() {
    return acquireWord(words, HEADER + ((int) next & mask));
  }

  /** There is no record at next. Returns whether there is one after the pause that is due. */
  private boolean awaitNext() {
    if (run > 0) {
      if (draining) {
        moveHead(); // the consumer has returned: the writer gets this room now, and not after the
        // pause
      }
      RunPause.after(Math.min(run, capacity / PART / lastSize));
      run = 0;
      if (Records.isPublished(prefix(), next)) {
        return true;
      }
    }
    if (++empties % EMPTY_LOOKS == 0) {
      look();
    } else {
      checkSide();
    }
    return false;
  }

  /** Looks whether all is in order, also on the writer's side. */
  private void look() {
    checkSide();
    tail = health.checkPeerIndex(acquireWord(words, TAIL), tail, head + room);
    if (tail > next) { // then the record was stored before
      long prefix = prefix();
      if (!Records.isPublished(prefix, next)) {
        throw corruptRecord(prefix);
      }
    }
    limit = next + capacity;
  }

  private void checkSide() {
    checkUsable();
    health.checkOwnIndex(acquireWord(words, HEAD), head);
  }

  private RingException corruptRecord(long prefix) {
    int offset = (int) next & mask;
    return health.corrupt(
        "the record at index %d begins with %016x: its length is %d, possible are 1 to %d in a space of %d"
            .formatted(
                next,
                prefix,
                Records.length(prefix),
                maxMessage,
                Math.min(head + room - next, capacity - offset)));
  }

  /** Releases what was read. */
  final void moveHead() {
    if (next != head) {
      try {
        releaseWord(words, HEAD, next);
      } catch (InternalError fault) {
        throw health.broken(fault);
      }
      head = next;
      message.limit(0);
    } else {
      checkUsable();
    }
  }

  /** Returns whether there is a message to read. */
  final boolean hasNext() {
    try {
      checkSide();
      boolean isThere = Records.isPublished(prefix(), next);
      if (!isThere) {
        run = 0; // one without demand ends here: whoever requests later must not pause
      }
      return isThere;
    } catch (InternalError fault) {
      throw health.broken(fault);
    }
  }

  @Override
  void beforeClose() {
    if (draining) {
      moveHead();
    }
  }

  @Override
  void shut() {
    draining = false;
    head = next; // of this object: so that nothing seems to be unreleased
    limit = next;
    easy = next;
    message.limit(0);
  }
}
