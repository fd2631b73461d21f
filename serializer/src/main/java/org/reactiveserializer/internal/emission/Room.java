package org.reactiveserializer.internal.emission;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The threads that wait until there is room in a queue. A thread that is told tries again, and tells the
 * next one if there is room left, before it does anything that may take long: so who makes room tells one,
 * however many it makes room for.
 *
 * <p>To tell costs who makes room a system call. Where it is to tell only now and then, one of those who
 * wait <em>watches</em>: it looks by itself, after a moment and then at longer and longer intervals.
 *
 * <p><b>Invariants</b>
 *
 * <ol>
 *   <li>If threads wait, then there was no room when the last of them looked after {@link #enter}, or
 *       {@code told} is set and a permit is there for one of them, or one has taken it and not
 *       told the next yet, or one watches. Who makes room does so before it looks at {@code waiting}, and
 *       who waits counts itself before it looks for room: at least one of the two sees the other.
 *   <li>If threads wait, and nobody watches, then one is told, or on its way: back to wait, out of here,
 *       or to deliver; each of which ends with a watch or with {@link #watchOn}. Who ceases to watch
 *       says so before it looks at {@code waiting}, and who waits counts itself before it looks whether
 *       somebody watches.
 * </ol>
 *
 * <p>The semaphore is but the place to park, in order of arrival, with a time limit, and fit for virtual
 * threads. A permit is no promise of room.
 */
public class Room {
  private final Semaphore permits = new Semaphore(0, true);

  @SuppressWarnings("unused") // by way of the VarHandle
  private volatile int waiting;

  // Whether one was told, and has not looked since.
  private volatile boolean told;

  // Whether one of those that wait looks by itself; for ever, if all are told at once.
  @SuppressWarnings("unused") // by way of the VarHandle
  private volatile boolean watched;

  /** Creates one that nobody waits for, and whose threads are told whenever there is room. */
  public Room() {
    this(false);
  }

  /** Creates one that nobody waits for, and says whether one of its threads is to watch. */
  public Room(boolean isWatched) {
    this.watched = !isWatched;
  }

  /** Counts the calling thread among those that wait, before it looks for room once more. */
  public void enter() {
    WAITING.getAndAdd(this, 1);
  }

  /**
   * Waits to be told, for a time at most, in nanoseconds; or, if it is this thread that watches, for
   * {@code glance} nanoseconds. It is to look for room then.
   */
  public void await(long nanos, long glance) throws InterruptedException {
    boolean watches = WATCHED.compareAndSet(this, false, true);
    try {
      if (permits.tryAcquire(watches ? Math.min(nanos, glance) : nanos, TimeUnit.NANOSECONDS)) {
        told = false;
      }
    } finally {
      if (watches) {
        watched = false;
      }
    }
  }

  /** Ceases to wait. If there is room, {@link #open} is to follow. */
  public void leave() {
    WAITING.getAndAdd(this, -1);
    watchOn();
  }

  /** If threads wait, and none of them watches, tells one. Before this thread delivers anything. */
  public void watchOn() {
    if (waiting != 0 && !watched) {
      open();
    }
  }

  /** Tells whether threads wait. After room was made. */
  public boolean isAwaited() {
    return waiting != 0;
  }

  /** Tells one that there is room, unless one was told and has not looked yet. */
  public void open() {
    if (waiting != 0 && !told) {
      told = true;
      try {
        permits.release();
      } catch (Throwable thrown) {
        told = false;
        throw thrown;
      }
    }
  }

  /** Tells all, since there is nothing more to wait for. After that was made known. */
  public void openForAll() {
    int all = waiting;
    if (all != 0) {
      permits.release(all);
    }
  }

  private static final VarHandle WAITING =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "waiting", VarHandle.class, Room.class, int.class);
  private static final VarHandle WATCHED =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "watched", VarHandle.class, Room.class, boolean.class);
}
