package org.reactiveserializer.benchmarks.io.ipc;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.reactiveserializer.benchmarks.Verdict;

/**
 * Verifies each item: its number must be the next one. An item in order costs one comparison. One
 * thread calls it; others may look at what it has {@linkplain #publish published}.
 */
public final class Check {
  private static final VarHandle PUBLISHED;

  static {
    try {
      PUBLISHED = MethodHandles.lookup().findVarHandle(Check.class, "published", long.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  private final long[] expectedOf =
      new long[Message.MOST_THREADS]; // by thread, if there are several
  private long expected; // the number of the next item; or how many were expected so far
  private long surplus; // how many arrived, less expected
  private long lost;
  private long duplicated;
  private long reordered;
  private long torn;
  private long published;

  /**
   * Receives an int. Short enough that a virtual machine inlines it although the thread has mostly
   * found nothing so far; otherwise whether it does is a matter of luck.
   */
  public void next(int value) {
    if (value == (int) expected) {
      expected++;
    } else {
      irregular((long) (value - (int) expected));
    }
  }

  /** Receives a message, by what {@link Message#first} says of it. */
  public void nextMessage(long first) {
    if (first == expected) {
      expected++;
    } else if (first == Message.TORN) {
      nextTorn();
    } else {
      irregular(first - expected);
    }
  }

  /** As {@link #nextMessage}, of one of several threads. */
  public void nextOfThread(long first) {
    int thread = Message.thread(first);
    if (first == Message.TORN || thread >= expectedOf.length) {
      nextTorn();
      return;
    }
    long ahead = Message.number(first) - expectedOf[thread];
    expectedOf[thread] += Math.max(0, ahead + 1);
    if (ahead == 0) {
      expected++;
    } else {
      irregular(ahead);
    }
  }

  /** Receives something that nobody wrote, in the place of an item. */
  private void nextTorn() {
    torn++;
    expected++;
  }

  /**
   * An item that was skipped counts as lost, and as reordered if it arrives later.
   *
   * @param ahead how many were skipped; negative if this one was expected earlier
   */
  private void irregular(long ahead) {
    if (ahead > 0) {
      lost += ahead;
      surplus -= ahead;
      expected += ahead + 1;
    } else {
      surplus++;
      if (lost > 0) {
        lost--;
        reordered++;
      } else {
        duplicated++;
      }
    }
  }

  /** Returns how many items arrived, to the thread that receives. */
  public long arrived() {
    return expected + surplus;
  }

  /** Shows other threads how many items arrived. */
  public void publish() {
    PUBLISHED.setRelease(this, arrived());
  }

  /** Returns how many items had arrived when the number was published last; from any thread. */
  long published() {
    return (long) PUBLISHED.getAcquire(this);
  }

  /**
   * Returns the verdict, when the thread that receives has ended.
   *
   * @param written how many items were written
   */
  Verdict judge(long written) {
    long missing = Math.max(0, written - expected);
    long tooMany = Math.max(0, expected - written); // in order, but nobody wrote them
    return new Verdict(arrived(), lost + missing, duplicated, reordered, 0, torn + tooMany);
  }
}
