package org.reactiveserializer.io.ring;

import static org.reactiveserializer.io.internal.ring.Layout.HEAD;
import static org.reactiveserializer.io.internal.ring.Layout.HEADER;
import static org.reactiveserializer.io.internal.ring.Layout.TAIL;
import static org.reactiveserializer.io.internal.ring.Layout.acquireWord;
import static org.reactiveserializer.io.internal.ring.Layout.releaseWord;
import static org.reactiveserializer.io.internal.ring.Records.PREFIX;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.pause.RunPause;
import org.reactiveserializer.internal.settings.Check;
import org.reactiveserializer.io.internal.ring.Attachment;
import org.reactiveserializer.io.internal.ring.Records;
import org.reactivestreams.Publisher;

/**
 * The end of a {@link MessageRing} that reads. For one thread at a time: see {@link RingEnd}.
 *
 * <pre>{@code
 * int n = reader.drain(message -> handle(message.getLong()), 64);
 * ByteBuffer message = reader.next();     // or one by one; null: there is none
 * if (message != null) {
 *   handle(message.getLong());
 *   reader.release();                     // this message, and all that next returned before
 * }
 * }</pre>
 *
 * <p><b>Crash.</b> What was released is never read again. If this process dies, its successor reads
 * again what was read but not released: of {@link #drain} the messages of one call.
 *
 * <p>Each record is checked before it is used. A record that no writer makes is a {@link
 * CorruptRingException}; it is not passed on, and nothing behind it is.
 */
public final class MessageReader extends RingEnd {
  // Invariant: the file's head == head <= next <= head + room. From head to next are the records that
  // were read and not released. At next there is a record, or the zero behind the last: see Records.
  // The limit is where this looks at last whether all is in order, a capacity behind the look before;
  // or next after the end. The tail is the last that was seen, and may be less than next. A record of
  // lastSize that ends not behind easy is within the data, the room and the limit.

  /** How often this finds nothing until it looks at the tail, which the writer must then fetch back. */
  private static final int EMPTY_LOOKS = 16;

  /** During a pause, the writer must not fill more than this part of the ring. */
  private static final int PART = 16;

  private final int capacity;
  private final int mask;
  private final int maxMessage;
  private final int room; // how far the writer may be ahead of the head
  private final ByteBuffer message; // what next returns
  private long head;
  private long next;
  private long easy;
  private long limit;
  private long tail;
  private long run; // how many messages since this found nothing
  private int lastLength; // of the message that was read last
  private int lastSize = PREFIX;
  private int empties = -1; // the first time, this looks at the tail
  private boolean draining;

  MessageReader(Attachment attachment) {
    super(attachment);
    capacity = attachment.steps();
    mask = capacity - 1;
    maxMessage = Records.maxMessage(capacity);
    room = capacity - PREFIX;
    message = memory.asReadOnlyBuffer().order(ByteOrder.nativeOrder()).limit(0);
    head = attachment.index();
    next = head;
    limit = head;
    easy = head;
  }

  /**
   * Returns the next message, in place. It stays in the ring until {@link #release}. Several
   * messages can be read, one after the other, and released together. If there is none after a run of
   * messages, this pauses for up to 256 spin-wait hints, some microseconds, before it returns null.
   *
   * @return the same read-only buffer each time, in the byte order of the machine, with the message
   *     from its position to its limit; null if there is none. Do not call {@code rewind} or
   *     {@code flip}, and count absolute indices from the position: elsewhere the buffer shows
   *     other parts of the ring. If the writer put numbers into a buffer of another order, such as
   *     {@link ByteBuffer#allocate} makes, set that order
   * @throws IllegalStateException if the consumer of a drain calls this
   */
  @SuppressWarnings("exports") // the annotation is for tools
  public @Nullable ByteBuffer next() {
    checkNotDraining();
    return advance();
  }

  /**
   * Releases all messages that {@link #next} returned. Their buffer must not be used any more.
   *
   * @throws IllegalStateException if the consumer of a drain calls this
   */
  public void release() {
    checkNotDraining();
    moveHead();
  }

  /**
   * Passes messages to a consumer, and releases them together; or in parts, each time when there are no
   * more for the moment. Then this pauses as {@link #next} does. If the consumer throws, all messages
   * that it got are released, also the last one, and the exception is rethrown. The consumer may close
   * this reader, which ends the run, but must not call other methods that read.
   *
   * @param consumer gets one message after the other, as {@link #next} returns it, valid during the
   *     call
   * @param max how many at most, not negative
   * @return how many it got, 0 if there was none
   * @throws IllegalArgumentException if {@code max} is negative
   * @throws IllegalStateException if messages that {@link #next} returned are not released, or if
   *     the consumer of a drain calls this
   * @throws InternalError if the consumer throws one; or if the memory of this ring fails for
   *     another reason than a truncation
   */
  public int drain(Consumer<? super ByteBuffer> consumer, int max) {
    Objects.requireNonNull(consumer, "consumer is null");
    Check.notNegative(max, "max");
    checkNotDraining();
    if (next != head) {
      throw new IllegalStateException("messages are read and not released. Call release() first");
    }
    draining = true;
    int n = 0;
    try {
      while (n < max) {
        ByteBuffer one = advance();
        if (one == null) {
          break;
        }
        n++;
        consumer.accept(one);
        if (!draining) {
          break; // the consumer closed this reader
        }
      }
    } catch (InternalError fault) {
      throw brokenIfTruncated(fault); // or it is the consumer's
    } finally {
      if (draining) {
        draining = false;
        moveHead();
      }
    }
    return n;
  }

  /**
   * Returns what is written into the ring as a stream of messages, for one subscriber. Nothing is
   * read before it subscribes; from then on nobody else may use this reader, until the stream has
   * ended.
   *
   * <p>An item is a buffer with one message, from position 0 to the limit, in the byte order of the
   * machine: a copy, or with {@link RingOptions#views} a read-only view of the ring, which is valid
   * during {@code onNext} only. Copies and views are released in the ring in runs: after
   * {@link RingOptions#batch} messages, or when there is none to deliver at the moment or no
   * demand. If this process dies, up to so many messages are delivered again.
   *
   * <p>For the end, errors and threads see <a href="package-summary.html#streams">Streams</a>.
   *
   * @param options the settings
   * @return the stream; its second subscriber gets an error, and so does one that subscribes while
   *     another stream uses this reader
   */
  public Publisher<ByteBuffer> publisher(RingOptions options) {
    return new RingPublisher<>(this, new MessageSource(this, options), options);
  }

  /** Returns whether there is a message to read. */
  boolean hasNext() {
    try {
      checkSide();
      boolean isThere = Records.isPublished(prefix(), next);
      run = isThere ? run : 0;
      return isThere;
    } catch (InternalError fault) {
      throw broken(fault);
    }
  }

  private @Nullable ByteBuffer advance() {
    try {
      // Most messages are as long as the one before. Then the place of the next one does not depend
      // on what is loaded here, but on a branch, and the processor, which predicts that, can load
      // several messages at the same time (x86-64; elsewhere the fence forbids it).
      long at = next;
      long end = at + lastSize;
      if (end <= easy && prefix() == Records.prefix(at, lastLength)) {
        next = end;
        run++;
        return show(at, lastLength);
      }
      return advanceAnew();
    } catch (InternalError fault) {
      throw broken(fault);
    }
  }

  private @Nullable ByteBuffer advanceAnew() {
    while (true) {
      if (next >= limit) {
        look();
      }
      long prefix = prefix();
      if (!Records.isPublished(prefix, next)) {
        if (!awaitNext()) {
          return null;
        }
        continue;
      }
      long at = next;
      int offset = (int) at & mask;
      int length = Records.length(prefix);
      if (!Records.isPossible(prefix, offset, head + room - at, capacity)) {
        throw corruptRecord(prefix);
      }
      if (length > 0) {
        lastLength = length;
        lastSize = Records.size(length);
        next = at + lastSize;
        run++;
        easy = Math.min(limit, Math.min(head + room, at - offset + capacity));
        return show(at, length);
      }
      next = at - length;
    }
  }

  private ByteBuffer show(long index, int length) {
    int at = HEADER + ((int) index & mask) + PREFIX;
    return message.limit(at + length).position(at);
  }

  private long prefix() {
    return acquireWord(words, HEADER + ((int) next & mask));
  }

  /** There is no record at next. Returns whether there is one after the pause that is due. */
  private boolean awaitNext() {
    if (run > 0) {
      if (draining) {
        moveHead(); // the consumer has returned: the writer gets this room now, and not after the pause
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
    long seen = acquireWord(words, TAIL);
    if (seen < tail || seen > head + room || seen % PREFIX != 0) {
      throw corrupt(
          "the writer's index is %d, possible are %d to %d".formatted(seen, tail, head + room));
    }
    tail = seen;
    if (seen > next) { // then the record was stored before
      long prefix = prefix();
      if (!Records.isPublished(prefix, next)) {
        throw corruptRecord(prefix);
      }
    }
    limit = next + capacity;
  }

  private void checkSide() {
    checkUsable();
    checkOwnIndex(acquireWord(words, HEAD), head);
  }

  private RingException corruptRecord(long prefix) {
    int offset = (int) next & mask;
    return corrupt(
        "the record at index %d begins with %016x: its length is %d, possible are 1 to %d in a space of %d"
            .formatted(
                next,
                prefix,
                Records.length(prefix),
                maxMessage,
                Math.min(head + room - next, capacity - offset)));
  }

  private void moveHead() {
    if (next != head) {
      try {
        releaseWord(words, HEAD, next);
      } catch (InternalError fault) {
        throw broken(fault);
      }
      head = next;
      message.limit(0);
    } else {
      checkUsable();
    }
  }

  private void checkNotDraining() {
    if (draining) {
      throw new IllegalStateException(
          "the consumer of a drain must not call methods that read or release");
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
