package org.reactiveserializer.io.ring;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.internal.ring.Attachment;
import org.reactivestreams.Subscriber;

/**
 * The end of a {@link MessageRing} that writes. For one thread at a time: see {@link RingEnd}.
 *
 * <pre>{@code
 * boolean written = writer.offer(bytes);   // false: the ring is full
 * ByteBuffer place = writer.claim(64);     // or in place; null: the ring is full
 * if (place != null) {
 *   place.putLong(id).putDouble(price);
 *   writer.trim(16);                       // if it became shorter
 *   writer.publish();                      // this message, and all that were claimed before
 * }
 * }</pre>
 *
 * <p><b>Crash.</b> The reader gets the messages that were published, complete, and never anything
 * else. A successor of this writer continues behind them.
 */
public final class MessageWriter extends RecordWriter {
  MessageWriter(Attachment attachment) {
    super(attachment);
  }

  /**
   * Writes a message and publishes it. The bytes are copied as they are. The reader gets them in a
   * buffer in the byte order of the machine; a buffer of {@link ByteBuffer#allocate} is big-endian
   * if its order is not set.
   *
   * @param message the remaining bytes are the message; the buffer is not changed, also not its
   *     position
   * @return whether there was room; if not, nothing was written
   * @throws IllegalArgumentException if the message has no bytes, or more than {@link MessageRing#maxMessage}
   * @throws IllegalStateException if claimed messages are not published
   * @throws RingException also if the buffer is a view of another file, which was truncated: this
   *     end can only be closed then
   */
  public boolean offer(ByteBuffer message) {
    checkNothingClaimed();
    int length = message.remaining();
    try {
      int at = reserve(length);
      if (at < 0) {
        return false;
      }
      memory.put(at, message, message.position(), length);
      publishClaimed();
      return true;
    } catch (InternalError fault) {
      throw health.broken(fault);
    } catch (RuntimeException ofSource) { // for example, it is unmapped
      next = tail;
      throw ofSource;
    }
  }

  /**
   * Returns room of the ring, in which a message can be written in place. The message has the
   * length that is given here, whatever the buffer's position is afterwards; {@link #trim} can
   * shorten it. Several messages can be claimed, one after the other; the reader sees none of them
   * before {@link #publish}.
   *
   * @param length the length of the message
   * @return the same buffer each time, in the byte order of the machine, with the room from its
   *     position to its limit; null if there is no room. Outside of its position and limit it
   *     reaches the rest of the ring, which must not be touched: do not call {@code clear},
   *     {@code flip} or {@code rewind}, and count absolute indices from the position
   * @throws IllegalArgumentException if the length is not from 1 to {@link MessageRing#maxMessage}
   */
  @SuppressWarnings("exports") // the annotation is for tools
  public @Nullable ByteBuffer claim(int length) {
    try {
      int at = reserve(length);
      return at < 0 ? null : place.limit(at + length).position(at);
    } catch (InternalError fault) {
      throw health.broken(fault);
    }
  }

  /**
   * Shortens the message that was claimed last.
   *
   * @param length its length, from 1 to what it was
   * @throws IllegalStateException if no message is claimed
   * @throws IllegalArgumentException if the length is outside of that
   */
  public void trim(int length) {
    if (next == tail) {
      checkUsable();
      throw new IllegalStateException("no message is claimed. Call claim(length) first");
    }
    try {
      if (length < 1 || length > lastLength) {
        throw new IllegalArgumentException(
            "length must be from 1 to the %d bytes that were claimed, was %d"
                .formatted(lastLength, length));
      }
      shorten(length);
    } catch (InternalError fault) {
      throw health.broken(fault);
    }
  }

  /**
   * Publishes all messages that were claimed, in their order. Their buffer must not be used any
   * more.
   */
  public void publish() {
    if (next != tail) {
      try {
        publishClaimed();
      } catch (InternalError fault) {
        throw health.broken(fault);
      }
    } else {
      checkUsable();
    }
  }

  /** Abandons all messages that were claimed and not published. */
  public void abort() {
    next = tail;
    place.limit(0);
  }

  /**
   * Returns a subscriber that writes into this ring: see <a href="package-summary.html#streams">
   * Streams</a>. It requests as many messages as have room at {@link RingOptions#maxMessage} bytes
   * each.
   *
   * <p>An item is a buffer whose remaining bytes are one message; it is used only during
   * {@code onNext}, and not changed, also not its position. Its bytes are copied as they are, as
   * {@link #offer(ByteBuffer)} does. A larger message is accepted, too: if it does not fit, it is
   * copied, and nothing is requested until it is written. A message that has no bytes, or more than
   * the ring allows, ends the stream with a failure.
   *
   * @param options the settings
   * @return the subscriber, for one subscription
   */
  public Subscriber<ByteBuffer> subscriber(RingOptions options) {
    return new RingSubscriber<>(this, new MessageSink(this, options), options);
  }
}
