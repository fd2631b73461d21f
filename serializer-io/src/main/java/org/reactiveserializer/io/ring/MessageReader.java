package org.reactiveserializer.io.ring;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.settings.Check;
import org.reactiveserializer.io.internal.ring.Attachment;
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
public final class MessageReader extends RecordReader {
  MessageReader(Attachment attachment) {
    super(attachment);
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
   */
  @SuppressWarnings("exports") // the annotation is for tools
  public @Nullable ByteBuffer next() {
    checkNotDraining();
    return advance();
  }

  /**
   * Releases all messages that {@link #next} returned. Their buffer must not be used any more.
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
   * @throws IllegalStateException if messages that {@link #next} returned are not released
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
      throw health.broken(fault);
    } finally {
      if (draining) {
        draining = false;
        moveHead();
      }
    }
    return n;
  }

  /**
   * Returns what is written into the ring as a stream of messages, for one subscriber: see <a
   * href="package-summary.html#streams">Streams</a>.
   *
   * <p>An item is a buffer with one message, from position 0 to the limit, in the byte order of the
   * machine: a copy, or with {@link RingOptions#views} a read-only view of the ring, which is valid
   * during {@code onNext} only. Copies and views are released in the ring in runs: after
   * {@link RingOptions#batch} messages, or when there is none to deliver at the moment or no
   * demand. If this process dies, up to so many messages are delivered again.
   *
   * @param options the settings
   * @return the stream
   */
  public Publisher<ByteBuffer> publisher(RingOptions options) {
    return new RingPublisher<>(this, new MessageSource(this, options), options);
  }

  private void checkNotDraining() {
    if (draining) {
      throw new IllegalStateException(
          "the consumer of a drain must not call methods that read or release");
    }
  }
}
