package org.reactiveserializer.internal.drain;

import org.jspecify.annotations.Nullable;

/**
 * How long a producer that meets another thread waits for it, before it hands its item over.
 *
 * <p>To hand over one item costs two threads a cache line each way: several times what an owner
 * needs to deliver an item of its own, or another producer to append to its segment. If both threads
 * are fast, it is cheaper to let the other one go on alone for a moment, and then to take its
 * place. A lock is fast for the same reason: the threads in its queue leave the holder alone.
 *
 * <p><b>The wait is a hint.</b> It is bounded, nothing depends on it, and to skip it is always
 * correct: the producer hands over afterwards, whatever it finds. It pays only between threads that
 * are fast and meet all the time. So a producer waits only
 *
 * <ul>
 *   <li>for an owner beside which nothing waits: one that has a list cannot leave soon; or for
 *       another producer whose run is the youngest node, so that the two do not put a node above the
 *       other's with each item;
 *   <li>if the last such meeting, of any thread, was less than {@link #DENSE} before;
 *   <li>as long as the last such waits paid. One does not pay if the other thread made no progress:
 *       it is slow, or off its processor, or it is this thread, which emits from within a signal.
 *       Then one producer in {@link #PROBE} waits for a short time, to find out whether that has
 *       changed.
 * </ul>
 *
 * <p><b>Making way.</b> If something waits already, the owner cannot leave soon, and a wait is of no
 * use. But if there are more threads than processors, the owner may be off its own. Then each producer that
 * hands over in its place only makes the list longer, which the owner reads from another processor's cache
 * later. So such a producer offers its processor once to whoever is ready, which may be the owner; as the
 * queue of a lock does by putting its threads to sleep. It does not, if the last waits did not pay, since a
 * slow owner does not get faster; and seldom, if nobody was ready.
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

  /** Threads that meet within this time meet all the time. */
  static final int DENSE = 4_000;

  /** A thread that takes longer for an item is slow: to hand over costs less than to wait for it. */
  static final int FAST = 100;

  /** If the last waits did not pay, one meeting in so many is a trial. */
  static final int PROBE = 64;

  /** If so many items wait, the owner is likely to be off its processor. */
  static final int MANY = 4_096;

  /** If a thread has its processor back so soon, no other was ready. */
  static final int NOBODY_READY = 1_000;

  private final Length ofOwner = new Length();
  private final Length ofProducer = new Length();
  private int untilWay; // how many producers do not make way

  /** Creates a backoff for threads that have not met. */
  public Backoff() {}

  /**
   * Waits, perhaps, and returns whether there is no owner any more. By a producer that could not
   * enter.
   */
  public boolean awaitVacancy(DrainState drain) {
    Work youngest = drain.youngest();
    if (youngest == null) {
      return drain.isEmitting() && ofOwner.isWorthwhile() && await(drain, null);
    }
    if (youngest.isGrowing()) { // not the segment of this thread, which goes on with it
      return !yieldIfFarAhead(youngest) && ofProducer.isWorthwhile() && await(drain, youngest);
    }
    return (ofOwner.nanos | ofProducer.nanos) != 0 && ofOwner.isDense() && makeWay(drain);
  }

  /** See the class comment. Returns whether there is no owner any more, and nothing waits. */
  @SuppressWarnings("ThreadPriorityCheck") // a courtesy, on which nothing depends
  private boolean makeWay(DrainState drain) {
    if (--untilWay > 0) {
      return false;
    }
    Thread.yield();
    untilWay = System.nanoTime() - ofOwner.start < NOBODY_READY ? PROBE : 0;
    return drain.isIdle();
  }

  /** Waits for the producer that appends to {@code segment}; if that is null, for the owner. */
  private boolean await(DrainState drain, @Nullable Work segment) {
    Length length = segment == null ? ofOwner : ofProducer;
    long start = length.start;
    long before = segment == null ? drain.deliveredOpaque() : segment.size();
    int first = Math.max(length.nanos, SHORTEST);
    int nanos = first;
    for (int i = 0; i < LOOKS; i++) {
      pauseUntil(start, nanos);
      if (!drain.isEmitting()) {
        break;
      }
      nanos += NEXT;
    }
    boolean idle = drain.isIdle();
    long progress = (segment == null ? drain.deliveredOpaque() : segment.size()) - before;
    length.adapt(first, idle || progress * FAST >= first);
    return idle;
  }

  private static void pauseUntil(long start, int nanos) {
    do {
      Thread.onSpinWait();
    } while (System.nanoTime() - start < nanos);
  }

  /**
   * Offers this thread's processor to an owner that is far behind, and returns whether it is. A
   * courtesy, on which nothing depends.
   *
   * @param youngest the youngest node, above which this thread is about to put another one
   */
  @SuppressWarnings("ThreadPriorityCheck") // as above
  private static boolean yieldIfFarAhead(Work youngest) {
    boolean far = Work.count(youngest) > MANY;
    if (far) {
      Thread.yield();
    }
    return far;
  }

  /** How long to wait for one kind of thread. */
  private static final class Length {
    int nanos;
    long start; // of the last meeting
    private int untilProbe = PROBE;

    /** Notes a meeting. Returns whether the last one was a moment ago. */
    boolean isDense() {
      long last = start;
      start = System.nanoTime();
      return start - last < DENSE;
    }

    boolean isWorthwhile() {
      if (!isDense() || (nanos == 0 && --untilProbe > 0)) {
        return false;
      }
      untilProbe = PROBE;
      return true;
    }

    /** Adapts the length after a wait of {@code last}, at first. */
    void adapt(int last, boolean paid) {
      int next = paid ? Math.min(2 * last, LONGEST) : last > SHORTEST ? last / 2 : 0;
      if (nanos != next) {
        nanos = next; // written only if it changes: other producers read it
      }
    }
  }
}
