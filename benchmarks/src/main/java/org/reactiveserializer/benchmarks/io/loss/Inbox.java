package org.reactiveserializer.benchmarks.io.loss;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import org.reactiveserializer.benchmarks.Verdict;

/**
 * Where every receiver puts what it received: verifies each datagram, which takes some nanoseconds.
 * One thread at a time may call it; another thread may look at {@link #count}.
 */
public final class Inbox {
  private static final VarHandle COUNT;

  static {
    try {
      COUNT = MethodHandles.lookup().findVarHandle(Inbox.class, "count", long.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  private final long[] seen; // a bit for each number
  private final long all;
  private final long warmup;
  private long highest = -1;
  private long count; // of all calls: written with release, so that a reader of it sees the rest
  private long arrived;
  private long duplicated;
  private long reordered;
  private long torn;

  /**
   * Creates an empty inbox.
   *
   * @param all how many datagrams will be sent: their numbers begin at zero
   * @param warmup how many of them, the first ones, are not counted
   */
  public Inbox(long all, long warmup) {
    seen = new long[Math.toIntExact((all + 63) / 64)];
    this.all = all;
    this.warmup = warmup;
  }

  /** Receives a datagram: the bytes from index 0 to {@code length}. */
  public void receive(ByteBuffer datagram, int length) {
    if (length == Stamp.LENGTH) {
      receive(
          datagram.getLong(0),
          datagram.getLong(Stamp.SECOND),
          datagram.getLong(Stamp.THIRD),
          datagram.getLong(Stamp.LAST));
    } else {
      receiveTorn();
    }
  }

  /** Receives a datagram with these four words. */
  public void receive(long number, long second, long third, long last) {
    if (number < 0
        || number >= all
        || second != Stamp.word(number, Stamp.SECOND)
        || third != Stamp.word(number, Stamp.THIRD)
        || last != Stamp.word(number, Stamp.LAST)) {
      receiveTorn();
      return;
    }
    int index = (int) (number >>> 6);
    long bit = 1L << number;
    if ((seen[index] & bit) != 0) {
      duplicated++;
    } else {
      seen[index] |= bit;
      if (number < highest) {
        reordered++;
      } else {
        highest = number;
      }
      if (number >= warmup) {
        arrived++;
      }
    }
    COUNT.setRelease(this, count + 1);
  }

  /** Receives a datagram that nobody sent. */
  public void receiveTorn() {
    torn++;
    COUNT.setRelease(this, count + 1);
  }

  /** Returns how many datagrams were received, of any kind; from any thread. */
  long count() {
    return (long) COUNT.getAcquire(this);
  }

  /**
   * Returns the verdict, in which no datagram counts as lost: only the sender knows how many it
   * sent. Needs a {@link #count} before, whose acquire shows the other fields.
   */
  Verdict judge() {
    return new Verdict(arrived, 0, duplicated, reordered, 0, torn);
  }
}
