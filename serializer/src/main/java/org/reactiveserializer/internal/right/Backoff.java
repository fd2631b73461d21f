package org.reactiveserializer.internal.right;

import org.jspecify.annotations.Nullable;

/**
 * How long a producer that meets another thread waits for it, before it hands its item over.
 *
 * <p>To hand over one item costs two threads a cache line each way: several times what an owner
 * needs to deliver an item of its own, or another producer to append to its run. If both threads
 * are fast, it is cheaper to let the other one go on alone for a moment, and then to take its
 * place. A lock is fast for the same reason: the threads in its queue leave the holder alone.
 *
 * <p><b>The wait is a hint.</b> It is bounded, nothing depends on it, and to skip it is always
 * correct: the producer hands over afterwards, whatever it finds. It pays only between threads that
 * meet all the time. So a producer does not wait
 *
 * <ul>
 *   <li>if items wait already, unless another producer is adding to them at this moment: the owner
 *       cannot leave soon;
 *   <li>if no producer has met another thread for {@link #DENSE}: a thread that emits now and then
 *       hands over at once;
 *   <li>if the last waits were in vain, because the other thread made no {@linkplain
 *       EmissionRight#progress progress}: it is slow, or off its processor, or it is this thread,
 *       which emits from within a signal. Then one producer in {@link #PROBE} waits for a short
 *       time, to find out whether that has changed.
 * </ul>
 *
 * <p>During the wait the producer does not look at the word. That is the point: a look takes the
 * cache line from the owner, which needs it twice an item.
 *
 * <p>All fields are plain. Any producer that meets another thread writes them, and a lost update
 * changes only how long the next one waits.
 */
public final class Backoff {
  /** The shortest wait, in nanoseconds. A wait doubles when it paid, and halves when it did not. */
  static final int SHORTEST = 250;

  /** The longest wait before the first look. */
  static final int LONGEST = 2_000;

  /** The wait before each further look, for an owner that is between two items of its own. */
  static final int NEXT = 100;

  /** How often a waiting producer looks at most. */
  static final int LOOKS = 4;

  /** Producers that meet within this time of one another meet all the time. */
  static final int DENSE = 4_000;

  /** A thread that takes longer for an item is slow: to hand over costs less than to wait for it. */
  static final int FAST = 100;

  /** If waits were in vain, one meeting in so many is a trial. */
  static final int PROBE = 64;

  /** If so many items wait, the owner is likely to be off its processor. */
  static final int MANY = 4_096;

  private long lastMeeting;
  private int wait;
  private int untilProbe = PROBE;

  /** Creates a backoff for threads that have not met. */
  public Backoff() {}

  /**
   * Waits, perhaps, and returns whether there is no owner any more. By a producer that could not
   * enter.
   */
  public boolean awaitVacancy(EmissionRight right) {
    long before = right.progress();
    if (before < 0) {
      return right.isIdle();
    }
    long now = System.nanoTime();
    boolean dense = now - lastMeeting < DENSE;
    lastMeeting = now;
    return dense && isWorthwhile() && await(right, before, now);
  }

  private boolean isWorthwhile() {
    if (wait == 0 && --untilProbe > 0) {
      return false;
    }
    untilProbe = PROBE;
    return true;
  }

  private boolean await(EmissionRight right, long before, long start) {
    int first = Math.max(wait, SHORTEST);
    int nanos = first;
    for (int i = 0; i < LOOKS; i++) {
      pauseUntil(start, nanos);
      if (!right.isEmitting()) {
        break;
      }
      nanos += NEXT;
    }
    boolean idle = right.isIdle();
    // Another state, or a smaller number, means that the other thread did something else since.
    long after = right.progress();
    boolean progressed = idle || after < before || (after - before) * FAST >= first;
    setWait(progressed ? Math.min(2 * first, LONGEST) : first > SHORTEST ? first / 2 : 0);
    return idle;
  }

  private static void pauseUntil(long start, int nanos) {
    do {
      Thread.onSpinWait();
    } while (System.nanoTime() - start < nanos);
  }

  private void setWait(int next) {
    if (wait != next) {
      wait = next; // written only if it changes: other producers read it
    }
  }

  /**
   * Offers this thread's processor to an owner that is far behind. A courtesy, on which nothing
   * depends.
   *
   * @param youngest the youngest node that this thread has handed over or appended to
   */
  @SuppressWarnings("ThreadPriorityCheck") // as above
  public static void yieldIfFarAhead(@Nullable Work youngest) {
    if (Work.count(youngest) > MANY) {
      Thread.yield();
    }
  }
}
