package org.reactiveserializer.io.ring;

import static org.reactiveserializer.io.internal.ring.Layout.HEAD;
import static org.reactiveserializer.io.internal.ring.Layout.TAIL;
import static org.reactiveserializer.io.internal.ring.Layout.acquireWord;
import static org.reactiveserializer.io.internal.ring.Layout.releaseWord;

import java.nio.IntBuffer;
import java.util.Objects;
import org.reactiveserializer.io.internal.ring.Attachment;
import org.reactivestreams.Subscriber;

/**
 * The end of an {@link IntRing} that writes. For one thread at a time: see {@link RingEnd}.
 *
 * <pre>{@code
 * while (!writer.offer(value)) {
 *   Thread.onSpinWait();             // the ring is full
 * }
 * int n = writer.offer(values, 0, values.length); // or a batch, or as much of it as has room
 * }</pre>
 *
 * <p><b>Crash.</b> The reader gets what was published, and never anything else. A successor of this
 * writer continues behind it.
 */
public final class IntWriter extends RingEnd {
  // Invariant: head <= the file's head <= tail == the file's tail <= limit <= head + capacity. The
  // limit is tail after the end, and else head + capacity: so the fast path makes one comparison,
  // and leaves all else to look().

  private final IntBuffer data;
  private final Pace pace = new Pace();
  private long head;
  private long tail;
  private long limit;

  IntWriter(Attachment attachment) {
    super(attachment);
    data = ints();
    tail = attachment.index();
    head = Math.max(0, tail - capacity); // the least that is possible: the first look tells
    limit = tail;
  }

  /**
   * Writes one int and publishes it.
   *
   * @param value the int
   * @return whether there was room; if not, nothing was written
   */
  public boolean offer(int value) {
    long at = tail;
    try {
      if (at >= limit && lookAgain() == 0) {
        return false;
      }
      data.put((int) at & mask, value);
      releaseWord(words, TAIL, at + 1);
    } catch (InternalError fault) {
      throw health.broken(fault);
    }
    tail = at + 1;
    return true;
  }

  /**
   * Writes as many ints as there is room for, and publishes them together.
   *
   * @param source holds the ints
   * @param from the index of the first
   * @param count how many
   * @return how many were written, from 0 to {@code count}
   * @throws IndexOutOfBoundsException if the array has no such range
   */
  public int offer(int[] source, int from, int count) {
    Objects.checkFromIndexSize(from, count, source.length);
    try {
      int n = Math.min(count, roomFor(count));
      int index = (int) tail & mask;
      int toEnd = Math.min(n, capacity - index);
      data.put(index, source, from, toEnd);
      data.put(0, source, from + toEnd, n - toEnd);
      moveTail(n);
      return n;
    } catch (InternalError fault) {
      throw health.broken(fault);
    }
  }

  /**
   * As {@link #offer(int[], int, int)}, for the remaining ints of a buffer.
   *
   * @param source holds the ints; its position is moved behind those that were written
   * @return how many were written
   * @throws RingException also if the buffer is a view of another file, which was truncated: this
   *     end can only be closed then
   */
  public int offer(IntBuffer source) {
    int n = copy(source);
    source.position(source.position() + n);
    return n;
  }

  /** As {@link #offer(IntBuffer)}, but the position of the buffer is not moved. */
  int copy(IntBuffer source) {
    try {
      int n = Math.min(source.remaining(), roomFor(source.remaining()));
      int index = (int) tail & mask;
      int toEnd = Math.min(n, capacity - index);
      int from = source.position();
      data.put(index, source, from, toEnd);
      if (toEnd < n) {
        data.put(0, source, from + toEnd, n - toEnd);
      }
      moveTail(n);
      return n;
    } catch (InternalError fault) {
      throw health.broken(fault);
    }
  }

  /**
   * Returns how many ints were published in the life of the ring, by this writer and those before
   * it. So a writer that takes the place of one that died knows where to continue.
   *
   * @return the number
   */
  public long published() {
    return tail;
  }

  /**
   * Returns how many ints could be written now.
   *
   * @return the number, after a look at the reader's index (the head)
   */
  public int room() {
    try {
      return look();
    } catch (InternalError fault) {
      throw health.broken(fault);
    }
  }

  /**
   * Returns a subscriber that writes into this ring: see <a href="package-summary.html#streams">
   * Streams</a>. It requests as many items as have room at {@link RingOptions#batch} ints each.
   *
   * <p>An item is a buffer whose remaining ints are written, in order; it is used only during
   * {@code onNext}, and not changed, also not its position. A larger item is accepted, too: what
   * does not fit is copied, and nothing is requested until it is written.
   *
   * @param options the settings
   * @return the subscriber, for one subscription
   */
  public Subscriber<IntBuffer> subscriber(RingOptions options) {
    return new RingSubscriber<>(this, new IntSink(this, options), options);
  }

  private int roomFor(int count) {
    int known = (int) (limit - tail);
    if (known > 0) {
      return known >= count ? known : look();
    }
    return lookAgain();
  }

  /** As {@link #look}, but not before the pause that is due. */
  private int lookAgain() {
    pace.pause();
    long before = head;
    int n = look();
    pace.gained((head - before) * Integer.BYTES);
    return n;
  }

  /** Looks at the head, and returns how much room there is. */
  private int look() {
    checkUsable();
    health.checkOwnIndex(acquireWord(words, TAIL), tail);
    head = health.checkPeerIndex(acquireWord(words, HEAD), head, tail);
    limit = head + capacity;
    return (int) (limit - tail);
  }

  private void moveTail(int count) {
    if (count > 0) {
      releaseWord(words, TAIL, tail + count);
      tail += count;
    }
  }

  @Override
  void shut() {
    limit = tail;
  }
}
