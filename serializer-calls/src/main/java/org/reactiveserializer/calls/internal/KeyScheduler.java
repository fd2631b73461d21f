package org.reactiveserializer.calls.internal;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The keys that are READY, in one queue, and the tasks of an executor that serve them, one key each at a time.
 *
 * <p>At most one task is pending: given to the executor, and not begun. When it begins, and finds more keys than its
 * own, it gives the next task to the executor before it serves its own. So as many serve as there are threads and
 * keys, a key that takes long holds up no other, and the executor has no more than one of these tasks in its queue.
 *
 * <p><b>Invariants</b>
 *
 * <ol>
 *   <li>If a key is in the queue, then a task is pending, or as many serve as may, or a thread is about to look again.
 *       For who adds a key looks at {@code pending} and {@code serving} after that, and who changes one of them looks
 *       at the queue after that.
 *   <li>A task that begins counts itself in {@code serving} before it is pending no more, and who makes a task pending
 *       looks at {@code serving} after that. So no more serve than may.
 *   <li>Only one thread ends that a task is pending, by a {@code compareAndSet}: the task, when it begins; or the
 *       thread that has given it to an executor which refused it; or the next thread, if it was lost.
 * </ol>
 *
 * <p>If the executor throws, or runs the task in the calling thread, that thread serves in its place. Meanwhile a task
 * counts as pending, so the handlers that it calls start nothing, and its stack does not grow.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the items
 */
final class KeyScheduler<K, T> {
  /** So many items of one key are handled in a row. */
  private static final int ITEMS_OF_A_TURN = 256;

  private final ConcurrentLinkedQueue<KeyQueue<K, T>> ready = new ConcurrentLinkedQueue<>();
  private final AtomicInteger serving = new AtomicInteger();
  private final AtomicReference<@Nullable Worker> pending = new AtomicReference<>();

  private final KeyedEngine<K, T> engine;
  private final Executor executor;
  private final int most;
  private final boolean isEndless;

  /**
   * Creates a scheduler without keys.
   *
   * @param most how many serve at the same time
   * @param isEndless whether a task goes on while keys are ready; otherwise it makes way for others of the executor
   *     after as many items as a turn has
   */
  KeyScheduler(KeyedEngine<K, T> engine, Executor executor, int most, boolean isEndless) {
    this.engine = engine;
    this.executor = executor;
    this.most = most;
    this.isEndless = isEndless;
  }

  /** Adds a key that this thread has made READY. */
  void add(KeyQueue<K, T> queue) {
    try {
      ready.add(queue);
    } catch (Throwable noStackOrHeap) {
      queue.lost = KeyQueue.READY;
      engine.hasLost = true;
      throw noStackOrHeap;
    }
  }

  /** Forgets the keys: others own them. */
  void clear() {
    ready.clear();
  }

  /** Makes sure that a task comes if one is needed. If the executor takes none, serves in its place. */
  void signal() {
    for (Worker here = start(); here != null; here = start()) {
      try {
        serve();
      } finally {
        pending.set(null); // it was this thread's, and the loop looks again
      }
    }
  }

  /** Starts a task if one is needed. Returns one that is pending, and that the executor has refused; else null. */
  private @Nullable Worker start() {
    while (!ready.isEmpty()) {
      Worker now = pending.get();
      if ((now != null && !now.isLost) || serving.get() >= most) {
        return null;
      }
      Worker next = new Worker();
      if (!pending.compareAndSet(now, next)) {
        return null; // another thread has started one, which looks at the queue
      }
      if (serving.get() < most) {
        return next.isTaken() ? null : refused(next);
      }
      pending.set(null);
    }
    return null;
  }

  /** Replaces a task that was refused: it cannot begin then. Returns null if it has begun all the same. */
  private @Nullable Worker refused(Worker task) {
    Worker here = new Worker();
    return pending.compareAndSet(task, here) ? here : null;
  }

  private void serve() {
    for (int left = ITEMS_OF_A_TURN; left > 0; ) {
      KeyQueue<K, T> queue = ready.poll();
      if (queue == null) {
        return;
      }
      if (queue.move(KeyQueue.READY, KeyQueue.RUNNING)) {
        try {
          if (start() != null) { // the others must not wait for this one
            pending.set(null); // this thread looks for others after this one
          }
        } catch (Throwable noStackOrHeap) {
          queue.lost = KeyQueue.RUNNING;
          engine.hasLost = true;
          throw noStackOrHeap;
        }
        int handled = engine.serve(queue, left);
        left -= isEndless ? 0 : handled;
      }
    }
  }

  private final class Worker implements Runnable {
    // The thread that gives this to the executor, meanwhile. Plain: a thread looks for itself only.
    private @Nullable Thread giver;
    private boolean isRefused; // by that thread

    // Whether a thread of the executor had no stack to begin.
    private volatile boolean isLost;

    /** Gives it to the executor. Returns false if that threw, or has run it in this thread. */
    boolean isTaken() {
      giver = Thread.currentThread();
      try {
        executor.execute(this);
      } catch (Throwable thrown) {
        isRefused = true;
        engine.drop(thrown);
      } finally {
        giver = null;
      }
      return !isRefused;
    }

    @Override
    public void run() {
      if (giver == Thread.currentThread()) {
        isRefused = true; // it serves after this, with less on its stack
        return;
      }
      try {
        StackCheck.ensure();
      } catch (Throwable noStack) {
        isLost = true;
        throw noStack;
      }
      serving.getAndIncrement();
      try {
        if (pending.compareAndSet(this, null)) {
          serve();
        }
      } finally {
        serving.getAndDecrement();
        signal();
      }
    }
  }
}
