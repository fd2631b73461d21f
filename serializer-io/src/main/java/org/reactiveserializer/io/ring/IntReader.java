package org.reactiveserializer.io.ring;

import static org.reactiveserializer.io.internal.ring.Layout.HEAD;
import static org.reactiveserializer.io.internal.ring.Layout.TAIL;
import static org.reactiveserializer.io.internal.ring.Layout.acquireWord;
import static org.reactiveserializer.io.internal.ring.Layout.releaseWord;

import java.nio.IntBuffer;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.reactiveserializer.internal.settings.Check;
import org.reactiveserializer.io.internal.ring.Attachment;
import org.reactivestreams.Publisher;

/**
 * The end of an {@link IntRing} that reads. For one thread at a time: see {@link RingEnd}.
 *
 * <pre>{@code
 * reader.drain(value -> use(value), 64);
 * IntBuffer run = reader.peek(64); // or a batch, read in place
 * int n = run.remaining();
 * use(run);
 * reader.release(n);
 * }</pre>
 *
 * <p><b>Crash.</b> What was released is never read again. If this process dies, its successor reads
 * again what was read but not released: of {@link #drain} and {@link #peek} the ints of one call.
 * {@link #poll} releases before it returns: if the process dies before it has used the int, that is
 * lost.
 *
 * <p>A method that reads throws an {@link IllegalStateException} while ints that were peeked at are
 * not released, and if the consumer of a drain calls it.
 */
public final class IntReader extends RingEnd {
  /** What {@link #poll} returns if there is nothing to read: a number that is not an int. */
  public static final long EMPTY = Long.MIN_VALUE;

  // Invariant: the file's head <= head <= tail <= the file's tail <= the file's head + capacity.
  // Outside of a drain, head is the file's head. The limit is tail, or not greater than head while
  // a drain runs, while ints are peeked, and after the end: so the fast path makes one comparison,
  // and leaves all else to look().

  private final IntBuffer data;
  private final Pace pace = new Pace();
  private final IntBuffer run; // what peek returns
  private long head;
  private long tail;
  private long limit;
  private int peeked;
  private boolean draining;

  IntReader(Attachment attachment) {
    super(attachment);
    data = ints().asReadOnlyBuffer();
    run = data.duplicate().limit(0);
    head = attachment.index();
    tail = head;
    limit = head;
  }

  /**
   * Reads one int and releases it.
   *
   * @return the int, or {@link #EMPTY} if there is none
   */
  public long poll() {
    long at = head;
    int value;
    try {
      if (at >= limit && lookAgain() == 0) {
        return EMPTY;
      }
      value = data.get((int) at & mask);
      releaseWord(words, HEAD, at + 1);
    } catch (InternalError fault) {
      throw health.broken(fault);
    }
    head = at + 1;
    return value;
  }

  /**
   * Passes ints to a consumer, and releases them together. If the consumer throws, all ints that it
   * got are released, also the last one, and the exception is rethrown. The consumer may close this
   * reader, which ends the run, but must not call other methods that read.
   *
   * @param consumer gets one int after the other
   * @param max how many at most, not negative
   * @return how many it got, 0 if there was none
   * @throws IllegalArgumentException if {@code max} is negative
   */
  public int drain(IntConsumer consumer, int max) {
    Objects.requireNonNull(consumer, "consumer is null");
    int n = Math.min(Check.notNegative(max, "max"), ready());
    if (n == 0) {
      return 0;
    }
    long first = head;
    limit = first;
    draining = true;
    try {
      for (int i = 0; i < n && draining; i++) {
        int value = data.get((int) head & mask);
        head++;
        consumer.accept(value);
      }
      return (int) (head - first);
    } catch (InternalError fault) {
      throw health.broken(fault);
    } finally {
      endDrain();
    }
  }

  /**
   * Returns ints to be read in place: those from the buffer's position to its limit. They stay in
   * the ring until {@link #release}; before that, no other method may read. A second call of this
   * method is allowed. It begins with the same int, and returns up to its own {@code max}.
   *
   * @param max how many at most, a positive number
   * @return the same read-only buffer each time, with {@code max} ints or as many as there are up
   *     to the end of the ring's memory; empty if there is none. Use its position and limit as they
   *     are: {@code rewind} or {@code flip} would show other parts of the ring
   * @throws IllegalArgumentException if {@code max} is not positive
   */
  public IntBuffer peek(int max) {
    Check.positive(max, "max");
    if (peeked > 0) {
      peeked = 0;
      limit = tail;
    }
    int index = (int) head & mask;
    int n = Math.min(Math.min(max, capacity - index), ready());
    run.limit(index + n).position(index);
    if (n > 0) {
      peeked = n;
      limit = head;
    }
    return run;
  }

  /**
   * Releases the first of the ints that {@link #peek} returned; the others will be returned again.
   *
   * @param count how many, from 0 to what was returned
   * @throws IllegalArgumentException if {@code count} is outside of that; then nothing is released
   */
  public void release(int count) {
    if (count < 0 || count > peeked) {
      checkUsable();
      throw new IllegalArgumentException(
          "count must be from 0 to the " + peeked + " that were peeked at, was " + count);
    }
    if (peeked == 0) {
      checkUsable();
      return;
    }
    peeked = 0;
    run.limit(0);
    limit = tail;
    moveHead(count);
  }

  /**
   * Returns how many ints were released in the life of the ring, by this reader and those before
   * it.
   *
   * @return the number
   */
  public long released() {
    return head;
  }

  /**
   * Returns how many ints can be read now.
   *
   * @return the number, after a look at the writer's index (the tail)
   */
  public int available() {
    return look();
  }

  /**
   * Returns what is written into the ring as a stream of batches, for one subscriber: see <a
   * href="package-summary.html#streams">Streams</a>.
   *
   * <p>An item is a buffer of 1 to {@link RingOptions#batch} ints, from position 0 to the limit: a
   * copy, or with {@link RingOptions#views} a read-only view of the ring, which is valid during
   * {@code onNext} only. A batch is never held back to grow. It is released in the ring when
   * {@code onNext} returns, whether it is a copy or a view. The demand counts batches (§1.1).
   *
   * @param options the settings
   * @return the stream
   */
  public Publisher<IntBuffer> publisher(RingOptions options) {
    return new RingPublisher<>(this, new IntSource(this, options), options);
  }

  private int ready() {
    int known = (int) (limit - head);
    return known > 0 ? known : lookAgain();
  }

  /** As {@link #look}, but not before the pause that is due. */
  private int lookAgain() {
    pace.pause();
    int n = look();
    pace.found((long) n * Integer.BYTES);
    return n;
  }

  /** Looks at the tail, and returns how many ints are ready. */
  private int look() {
    checkUsable();
    if (draining || peeked > 0) {
      throw new IllegalStateException(
          draining
              ? "drain must not be called, nor another method that reads, by the consumer of a drain"
              : peeked + " ints are peeked at. Call release(n) first");
    }
    try {
      health.checkOwnIndex(acquireWord(words, HEAD), head);
      tail = health.checkPeerIndex(acquireWord(words, TAIL), tail, head + capacity);
    } catch (InternalError fault) {
      throw health.broken(fault);
    }
    limit = tail;
    return (int) (tail - head);
  }

  private void endDrain() {
    if (draining) {
      draining = false;
      limit = tail;
      moveHead(0); // it has moved in this object
    }
  }

  private void moveHead(int count) {
    try {
      releaseWord(words, HEAD, head + count);
    } catch (InternalError fault) {
      throw health.broken(fault);
    }
    head += count;
  }

  @Override
  void beforeClose() {
    endDrain();
  }

  @Override
  void shut() {
    draining = false;
    peeked = 0;
    run.limit(0);
    limit = head;
  }
}
