package org.reactiveserializer.calls.internal;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The mailboxes that are READY, in one queue, and the tasks of an executor that serve them, one each at a time.
 *
 * <p>At most one task is pending: given to the executor, and not begun. When it begins, and finds more mailboxes than its
 * own, it gives the next task to the executor before it serves its own. So as many serve as there are threads and
 * keys, a key that takes long holds up no other, and the executor has no more than one of these tasks in its queue.
 *
 * <p><b>Invariants</b>
 *
 * <ol>
 *   <li>If a mailbox is here, a task is pending, or as many serve as may, or a thread is about to look again. For who
 *       adds one looks at {@code pending} and {@code serving} after that, and who changes these looks here after that.
 *   <li>A task that begins counts itself in {@code serving} before it is pending no more, and who makes a task pending
 *       looks at {@code serving} after that. So no more serve than may.
 *   <li>Only one ends that a task is pending, by a {@code compareAndSet}: the task, when it begins; or the thread that
 *       has given it to an executor which refused it; or the next thread, if it was lost.
 *   <li>If stages count, one that has a mailbox is counted before the server that gave it looks again, and that ends if
 *       it is one too many. So no more keys are under way than may.
 * </ol>
 *
 * <p><b>Not an invariant.</b> A pending task need not be in the executor's queue: while a thread stands still inside
 * {@code execute}, nobody gives the executor a second one.
 *
 * <p>If the executor throws, or runs the task in the calling thread, that thread serves in its place. Meanwhile a task
 * counts as pending, so the handlers that it calls start nothing, and its stack does not grow.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the items
 */
final class ReadyQueue<K, T> {
  /** So many items of one key are handled in a row. */
  private static final int ITEMS_OF_A_TURN = 256;

  private final ConcurrentLinkedQueue<Mailbox<K, T>> ready = new ConcurrentLinkedQueue<>();
  private final AtomicInteger serving = new AtomicInteger();
  private final AtomicReference<@Nullable Task> pending = new AtomicReference<>();
  private final Task here = new Task(); // stands for the thread that the executor has refused

  private final Mailboxes<K, T> boxes;
  private final Executor executor;
  private final int most; // how many serve at the same time

  // Whether a stage that a handler returned serves, too, in place of a task.
  private final boolean countsStages;

  // Whether a task goes on while keys are ready. Otherwise it makes way for others of the executor
  // when it has handled as many items as a turn has.
  private final boolean isEndless;

  /** Creates an empty queue. */
  ReadyQueue(Mailboxes<K, T> boxes, KeyedSettings<K, T> settings) {
    this.boxes = boxes;
    this.executor = settings.executor;
    this.most = settings.servers();
    this.countsStages = settings.concurrency > 0;
    this.isEndless = settings.isPreempted();
  }

  /** Adds a mailbox that this thread has made READY. */
  void add(Mailbox<K, T> box) {
    ready.add(box);
  }

  /** A stage has a mailbox from now on. By the server, which then looks whether it is one too many. */
  void stageBegins() {
    if (countsStages) {
      serving.getAndIncrement();
    }
  }

  /** A stage has a mailbox no more. By who has passed that on, and then signals. */
  void stageEnds() {
    if (countsStages) {
      serving.getAndDecrement();
    }
  }

  /** Forgets the mailboxes: others own them. */
  void clear() {
    ready.clear();
  }

  /** Makes sure that a task comes if one is needed. If the executor takes none, serves in its place. */
  void signal() {
    while (mustServe()) {
      serving.getAndIncrement();
      try {
        serve();
      } finally {
        serving.getAndDecrement();
        pending.set(null); // it was this thread's, and the loop looks again
      }
    }
  }

  /** Gives a task to the executor if one is needed. By a server, which looks for others when it has served its own. */
  void startNext() {
    if (mustServe()) {
      pending.set(null);
    }
  }

  /** Gives a task to the executor if one is needed. Returns whether the executor has refused: {@code here} is pending. */
  private boolean mustServe() {
    while (!ready.isEmpty()) {
      Task now = pending.get();
      if ((now != null && !now.isLost) || serving.get() >= most) {
        return false;
      }
      Task next = new Task();
      if (!pending.compareAndSet(now, next)) {
        return false; // another thread has started one, which looks at the queue
      }
      if (serving.get() < most) {
        return !next.isTaken()
            && pending.compareAndSet(next, here); // it may have begun all the same
      }
      pending.set(null);
    }
    return false;
  }

  /** Serves, by one that is counted, and unless a stage has taken its place. */
  private void serve() {
    for (int left = ITEMS_OF_A_TURN; left > 0 && serving.get() <= most; ) {
      Mailbox<K, T> box = ready.poll();
      if (box == null) {
        return;
      }
      if (box.pass(Mailbox.READY, Mailbox.OWNED)) {
        int handled = boxes.serve(box, left);
        left -= isEndless ? 0 : handled;
      }
    }
  }

  private final class Task implements Runnable {
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
        boxes.drop(thrown);
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
