package org.reactiveserializer.io.internal.datagram;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs passes on an executor, one at a time, whenever a thread signals that there is a cause.
 *
 * <p><b>Invariants</b>
 *
 * <ol>
 *   <li><i>One runner.</i> {@code state} is IDLE, or there is exactly one runner: a task that was
 *       given to the executor, or a thread that is in {@link #drain}. The thread that moves {@code
 *       state} away from IDLE is the only one that may start the runner, and only the runner moves
 *       it back. The first runner is the thread that creates this object, until it calls {@link
 *       #begin}.
 *   <li><i>Publish, then signal.</i> A thread writes a cause by a volatile write, and then calls
 *       {@link #signal}. The runner sets RUNNING before it looks at the causes, and leaves by a
 *       {@code compareAndSet} from RUNNING to IDLE. So a thread that finds MORE need not write: its
 *       read comes before the runner's next write of RUNNING, and the runner looks after that.
 *   <li><i>Each runner happens-before the next:</i> through {@code state}, or through the executor.
 *   <li><i>A task runs or it was refused.</i> The thread that clears {@code handedOver} decides that:
 *       the task when it begins, or the thread to which the executor threw. So an executor may throw,
 *       keep the task and run it later, or run it in the calling thread.
 * </ol>
 */
abstract class SerialRunner {
  /** How many units of work one task does; then it makes room for other tasks of the executor. */
  private static final int UNITS_PER_TASK = 1_024;

  static final int IDLE = 0;
  private static final int RUNNING = 1;
  private static final int MORE = 2;

  private final Executor executor;
  final AtomicInteger state = new AtomicInteger(RUNNING); // not private, so that a stress test can break a step
  private final AtomicReference<@Nullable Task> handedOver = new AtomicReference<>();

  SerialRunner(Executor executor) {
    this.executor = executor;
  }

  /**
   * Looks at all causes and acts on them. By the runner.
   *
   * @param most how many units of work to do at most, a positive number
   * @return how many were done; if {@code most}, another pass follows
   */
  abstract long pass(long most);

  /**
   * A pass threw. Called by the runner. Another pass follows, which must not throw for the same
   * reason.
   */
  abstract void passThrew();

  /** The executor refused a task: it threw. The next pass runs in the thread that calls this. */
  abstract void refused(Throwable thrown);

  /** Ends the part of the first runner. */
  final void begin() {
    if (!tryLeave() && !tryHandOver(new Task(null))) {
      drain(Long.MAX_VALUE);
    }
  }

  /** Makes sure that a pass begins after this call began. By any thread. */
  final void signal() {
    for (; ; ) {
      int now = state.get();
      if (now == MORE) {
        return;
      }
      if (state.compareAndSet(now, now == IDLE ? RUNNING : MORE)) {
        if (now == IDLE && !tryHandOver(new Task(null))) {
          drain(Long.MAX_VALUE);
        }
        return;
      }
    }
  }

  /** Returns whether the runner has left; if not, it must make another pass. By the runner. */
  boolean tryLeave() {
    if (state.compareAndSet(RUNNING, IDLE)) {
      return true;
    }
    state.set(RUNNING);
    return false;
  }

  private void drain(long most) {
    long left = most;
    Throwable thrown = null;
    for (; ; ) {
      try {
        left -= pass(left);
      } catch (Throwable ofPass) {
        thrown = thrown == null ? ofPass : thrown;
        passThrew();
        continue;
      }
      if (left == 0) {
        Task next = new Task(Thread.currentThread());
        boolean accepted = tryHandOver(next);
        next.runner = null;
        if (accepted && !next.ranInRunner) {
          return;
        }
        left = most;
      } else if (tryLeave()) {
        break;
      }
    }
    if (thrown != null) {
      SerialRunner.<RuntimeException>rethrow(thrown);
    }
  }

  /**
   * Makes a task of the executor the runner. Returns false if it was refused: then this thread is
   * the runner.
   */
  private boolean tryHandOver(Task task) {
    handedOver.set(task);
    try {
      executor.execute(task);
      return true;
    } catch (Throwable thrown) {
      if (!task.ranInRunner && !handedOver.compareAndSet(task, null)) {
        throw thrown; // of the task, which the executor ran in this thread
      }
      refused(thrown);
      return false;
    }
  }

  private final class Task implements Runnable {
    // The thread that hands this task over and is the runner, during that call only. A thread that finds itself here
    // reads its own write; any other finds another thread or null.
    private @Nullable Thread runner;
    private boolean ranInRunner; // accessed by that thread only

    /** Creates a task that is handed over by the runner; null: by a thread that is no runner. */
    Task(@Nullable Thread runner) {
      this.runner = runner;
    }

    @Override
    public void run() {
      if (handedOver.compareAndSet(this, null)) {
        if (Thread.currentThread() == runner) {
          ranInRunner = true; // the executor runs it at once: the runner continues, without a deeper stack
        } else {
          drain(UNITS_PER_TASK);
        }
      }
    }
  }

  /** Throws {@code thrown} as it is. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // nobody catches an E
  static <E extends Throwable> void rethrow(Throwable thrown) throws E {
    throw (E) thrown;
  }
}
