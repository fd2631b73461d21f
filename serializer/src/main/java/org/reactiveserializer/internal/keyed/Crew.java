package org.reactiveserializer.internal.keyed;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.drain.ClaimedTask;
import org.reactiveserializer.internal.drain.StackRoom;
import org.reactiveserializer.internal.drain.ThreadNumber;

/**
 * The cells that are ready, in one queue, and the tasks of an executor that serve them, one cell each at
 * a time.
 *
 * <p>At most one task waits for a thread of the executor. When it begins, and finds more cells than its
 * own, it gives the next one to the executor, before it serves its own. So as many serve as there are
 * threads and cells, a cell that takes long holds up no other, and the executor's queue never has more
 * than one task of this crew in it.
 *
 * <p><b>Invariant.</b> If a cell is in the queue, then a task is PENDING, or as many serve as may, or a
 * thread is about to look again: one that has added the cell, one that has taken another cell, or one
 * that has just ceased to serve. For whoever adds a cell looks at the word after that, and whoever
 * changes the word looks at the queue after that.
 *
 * <p>PENDING belongs to one task, from before it is given to the executor until it is claimed. Whoever
 * claims it clears PENDING, nobody else: the task, when it begins; the thread that gave it, if the executor did not take it; or,
 * if a thread of the executor had no stack for it, the next one that signals.
 *
 * <p>If the executor throws, or runs the task in the calling thread, that thread serves in its place. The
 * word stays PENDING meanwhile, so the handlers that it calls start nothing, and its stack does not grow.
 *
 * <p>Not final, so that a stress test can break a step.
 */
public class Crew {
  /** So many items of one key are delivered in a row. */
  static final int ITEMS_OF_A_TURN = 256;

  private static final int PENDING = Integer.MIN_VALUE;

  private final ConcurrentLinkedQueue<KeyCell<?, ?>> ready = new ConcurrentLinkedQueue<>();
  private final Executor executor;
  private final int most;
  private final boolean endless;
  private final Turns turns;

  // PENDING: a task was given to the executor, and has not begun; and how many serve.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile int word;

  // The last task that was given to the executor. Written by the thread that set PENDING for it.
  private volatile @Nullable Shift given;

  /**
   * Creates a crew without cells.
   *
   * @param most how many tasks serve at the same time
   * @param endless whether a task goes on while cells are ready; otherwise it makes way for others of the
   *     executor after as many items as a turn has
   */
  public Crew(Executor executor, int most, boolean endless, Turns turns) {
    this.executor = executor;
    this.most = most;
    this.endless = endless;
    this.turns = turns;
  }

  /** What a task does with a cell. */
  public interface Turns {
    /** Serves a cell that {@code shift} has claimed. Returns how many items were delivered. */
    int serve(KeyCell<?, ?> cell, Shift shift, int items);

    /** Reports what the executor threw. */
    void executorFailed(Throwable thrown);
  }

  /** Returns a holder for a thread that serves cells in place of a task. */
  final Shift shift() {
    Shift shift = new Shift(this);
    shift.server = ThreadNumber.ofThisThread();
    return shift;
  }

  /** Puts a cell, whose holder is NEW, into the queue. By any thread, which has asked for stack. */
  public final void announce(KeyCell<?, ?> cell) {
    ready.add(cell);
    cell.noteReady();
    signal();
  }

  /** Puts a cell into the queue. By its owner, who has no more to do with it. */
  final void giveBack(KeyCell<?, ?> cell) {
    cell.giveTo(null); // if what follows fails, the next item of this key announces it
    announce(cell);
  }

  /** Makes sure that a task comes, if one is needed. If the executor takes none, serves in its place. */
  final void signal() {
    for (Shift shift = needed(); shift != null && !isTaken(shift); shift = needed()) {
      try {
        serve(shift);
      } finally {
        cancelPending();
      }
    }
  }

  /**
   * As {@link #signal}, by a thread that has claimed a cell: it must not serve others first. If the executor takes no
   * task, this thread looks for others when it is done with the cell.
   */
  private void signalElsewhere() {
    Shift shift = needed();
    if (shift != null && !isTaken(shift)) {
      cancelPending();
    }
  }

  /** Returns a task that is PENDING from now on, and for the calling thread to start; null: none is needed. */
  private @Nullable Shift needed() {
    if (mayStart(word) ? ready.isEmpty() : !isLeft(given)) {
      return null;
    }
    StackRoom.ensureInside(); // what may fail, comes first: PENDING must be cleared again
    Shift shift = new Shift(this);
    return pend() || takeLeft() ? shift : null;
  }

  private boolean mayStart(int now) {
    return now >= 0 && now < most;
  }

  private static boolean isLeft(@Nullable Shift task) {
    return task != null && task.isLeft();
  }

  /** Takes PENDING from a task that an executor's thread had no stack for, which nobody else may begin then. */
  private boolean takeLeft() {
    Shift task = given;
    return task != null && task.takeLeft();
  }

  /** Gives a PENDING task to the executor. Returns false if it did not take it: the task is claimed. */
  private boolean isTaken(Shift shift) {
    given = shift;
    try {
      return shift.start(executor);
    } catch (Throwable thrown) {
      turns.executorFailed(thrown);
      return false;
    }
  }

  private boolean pend() {
    for (int now = word; mayStart(now); now = word) {
      if (WORD.compareAndSet(this, now, now | PENDING)) {
        return true;
      }
    }
    return false;
  }

  private void cancelPending() {
    WORD.getAndBitwiseAnd(this, ~PENDING);
  }

  /** Serves cells, by a task that has begun. */
  private void work(Shift shift) {
    WORD.getAndAdd(this, PENDING + 1); // no longer pending, and one more that serves
    try {
      serve(shift);
    } finally {
      WORD.getAndAdd(this, -1);
      lookAgain();
    }
  }

  /** Looks whether a cell was added that nobody serves. By a thread that has just ceased to serve. */
  protected void lookAgain() {
    signal();
  }

  private void serve(Shift shift) {
    shift.server = ThreadNumber.ofThisThread();
    for (int left = ITEMS_OF_A_TURN; left > 0; ) {
      KeyCell<?, ?> cell = ready.poll();
      if (cell == null) {
        return;
      }
      if (cell.claim(shift)) {
        try {
          signalElsewhere(); // the others must not wait for this one
        } catch (Throwable noStackOrHeap) {
          giveBack(cell);
          throw noStackOrHeap;
        }
        int served = turns.serve(cell, shift, left);
        left -= endless ? 0 : served;
      }
    }
  }

  /** A task of the crew: the holder of the cell that it serves. */
  public static final class Shift extends ClaimedTask {
    private final Crew crew;

    // Plain: a thread compares it with its own number, which no other thread writes.
    private long server;

    Shift(Crew crew) {
      this.crew = crew;
    }

    /** Returns whether the calling thread serves {@code holder}'s cell. */
    static boolean isMine(@Nullable Object holder) {
      return holder instanceof Shift shift && shift.server == ThreadNumber.ofThisThread();
    }

    /** Returns whether the calling thread has PENDING from now on, in place of this task. */
    private boolean takeLeft() {
      return isLeft() && claim();
    }

    @Override
    protected void begin() {
      crew.work(this);
    }
  }

  private static final VarHandle WORD =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "word", VarHandle.class, Crew.class, int.class);
}
