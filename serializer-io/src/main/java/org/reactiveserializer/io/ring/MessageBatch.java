package org.reactiveserializer.io.ring;

import static org.reactiveserializer.io.internal.ring.Records.PREFIX;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.settings.Check;
import org.reactiveserializer.io.internal.ring.Records;

/**
 * Messages in their order, one behind the other in one piece of memory: an item of a stream that
 * passes many messages by one signal.
 *
 * <pre>{@code
 * MessageBatch.Builder builder = MessageBatch.builder(4096);
 * builder.add(message);                             // false: there is no room
 * ByteBuffer place = builder.claim(16);             // or in place; null: there is no room
 * subscriber.onNext(builder.build());
 * builder.clear();                                  // when nobody uses that batch any more
 *
 * batch.forEach(message -> handle(message.getLong()));
 * }</pre>
 *
 * <p><b>Threads.</b> Any number of threads may read a batch at the same time. A builder is for one
 * thread at a time.
 */
public final class MessageBatch {
  private final ByteBuffer memory; // in the byte order of the machine, and only read
  private final int end; // of the last record
  private final int longest;
  private int from; // of the first record
  private int size;

  /**
   * Records begin at {@code from}: a prefix whose low half is the length, and the message.
   *
   * @param longest the length of the longest message, also if that was {@linkplain #skip skipped}
   */
  MessageBatch(ByteBuffer memory, int from, int end, int size, int longest) {
    this.memory = memory;
    this.from = from;
    this.end = end;
    this.size = size;
    this.longest = longest;
  }

  /**
   * Returns a builder with memory of its own, outside of the heap.
   *
   * @param bytes the size of that memory, 16 or more. A message takes 8 bytes more than its length, rounded
   *     up to a multiple of 8
   * @return the builder
   * @throws IllegalArgumentException if no message has room
   */
  public static Builder builder(int bytes) {
    if (bytes < Records.size(1)) {
      throw new IllegalArgumentException(
          "a batch needs %d bytes or more for its first message, was %d"
              .formatted(Records.size(1), bytes));
    }
    return new Builder(bytes & -PREFIX);
  }

  /**
   * Returns how many messages there are.
   *
   * @return the number, 0 or more
   */
  public int size() {
    return size;
  }

  /**
   * Passes all messages to a consumer, in their order. What the consumer throws ends that.
   *
   * @param consumer gets one message after the other: the same read-only buffer each time, in the byte
   *     order of the machine, with the message from its position to its limit, valid during the call. Do
   *     not call {@code rewind} or {@code flip}, and count absolute indices from the position
   * @throws CorruptRingException if this is a view of a ring, and its file was overwritten meanwhile. To a
   *     stream that is an exception of its subscriber, if it gets out of {@code onNext}
   */
  public void forEach(Consumer<? super ByteBuffer> consumer) {
    Objects.requireNonNull(consumer, "consumer is null");
    ByteBuffer message = memory.asReadOnlyBuffer().order(ByteOrder.nativeOrder());
    int at = 0;
    for (int i = size; i > 0; i--) {
      int length = lengthAt(at);
      int start = from + at + PREFIX;
      consumer.accept(message.limit(start + length).position(start));
      at += Records.size(length);
    }
  }

  /**
   * Returns a copy with memory of its own, in the heap. A batch that is a view of a ring, or of a builder,
   * must be copied if it is to be kept.
   *
   * @return the copy
   * @throws CorruptRingException if this is a view of a ring, and its file was overwritten meanwhile
   */
  public MessageBatch copy() {
    ByteBuffer bytes = ByteBuffer.allocate(bytes()).order(ByteOrder.nativeOrder());
    bytes.put(0, memory, from, bytes());
    MessageBatch copy = new MessageBatch(bytes, 0, bytes(), size, longest);
    int at = 0;
    for (int i = size; i > 0; i--) { // now, and not when it is used
      at += Records.size(copy.lengthAt(at));
    }
    return copy;
  }

  /** Returns another object for the same messages, which can {@linkplain #skip skip} some of them. */
  MessageBatch duplicate() {
    return new MessageBatch(memory, from, end, size, longest);
  }

  int longest() {
    return longest;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Returns how many bytes the records have together. */
  int bytes() {
    return end - from;
  }

  /** Copies records, beginning behind the prefix of the first, into other memory. */
  void copyInto(ByteBuffer target, int at, int bytes) {
    target.put(at, memory, from + PREFIX, bytes);
  }

  /** Leaves out the first messages, whose records have so many bytes together. */
  void skip(int messages, int bytes) {
    from += bytes;
    size -= messages;
  }

  /**
   * Returns the length of the message whose record is so far behind the first. A view of a ring can be
   * overwritten at any time: so a length is believed only if it is possible.
   */
  int lengthAt(int offset) {
    int most = end - from - offset - PREFIX;
    int length = most < 1 ? 0 : Records.length(memory.getLong(from + offset));
    if (length < 1 || length > most) {
      throw new CorruptRingException(
          "a batch was overwritten while it was read: the length of a message is %d, possible are 1 to %d"
              .formatted(length, most));
    }
    return length;
  }

  @Override
  public String toString() {
    return size + " messages";
  }

  /** Makes batches. */
  public static final class Builder {
    private final ByteBuffer memory;
    private final ByteBuffer place; // what claim returns
    private int end;
    private int size;
    private int longest;

    private Builder(int bytes) {
      memory = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
      place = memory.duplicate().order(ByteOrder.nativeOrder()).limit(0);
    }

    /**
     * Adds a message whose bytes are written in place. It has the length that is given here, whatever the
     * buffer's position is afterwards.
     *
     * @param length the length of the message
     * @return the same buffer each time, in the byte order of the machine, with the room from its position
     *     to its limit; null if there is no room. Outside of that it reaches other messages: do not call
     *     {@code clear}, {@code flip} or {@code rewind}
     * @throws IllegalArgumentException if the length is not positive
     */
    @SuppressWarnings("exports") // the annotation is for tools
    public @Nullable ByteBuffer claim(int length) {
      Check.positive(length, "length");
      if (length > memory.capacity() - end - PREFIX) {
        return null;
      }
      int start = end + PREFIX;
      memory.putLong(end, length);
      end += Records.size(length);
      size++;
      longest = Math.max(longest, length);
      return place.limit(start + length).position(start);
    }

    /**
     * Adds a message. Its bytes are copied as they are: a buffer of {@link ByteBuffer#allocate} is
     * big-endian if its order is not set, and {@link #forEach} has the byte order of the machine.
     *
     * @param message the remaining bytes are the message; the buffer is not changed
     * @return whether there was room
     * @throws IllegalArgumentException if the message has no bytes
     */
    public boolean add(ByteBuffer message) {
      int length = message.remaining();
      int endBefore = end;
      int longestBefore = longest;
      ByteBuffer room = claim(length);
      if (room == null) {
        return false;
      }
      try {
        memory.put(room.position(), message, message.position(), length);
      } catch (Throwable ofSource) { // for example, it is unmapped
        end = endBefore;
        size--;
        longest = longestBefore;
        throw ofSource;
      }
      return true;
    }

    /**
     * Returns what was added since this is empty, as a view. More can be added, which that view does not
     * show.
     *
     * @return the messages, valid until {@link #clear}
     */
    public MessageBatch build() {
      return new MessageBatch(memory, 0, end, size, longest);
    }

    /** Makes this empty. What it has built must not be used any more. */
    public void clear() {
      end = 0;
      size = 0;
      longest = 0;
      place.limit(0);
    }
  }
}
