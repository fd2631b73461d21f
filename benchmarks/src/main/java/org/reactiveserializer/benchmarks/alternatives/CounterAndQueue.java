package org.reactiveserializer.benchmarks.alternatives;

import org.jctools.queues.MessagePassingQueue;
import org.reactivestreams.Subscriber;

/**
 * The classic: a counter of work in progress beside a queue, which every producer increments. The
 * owner subtracts what it has seen, and has to wait for items half linked, since the counter may
 * reach zero only when all that was counted is delivered.
 */
public final class CounterAndQueue extends AlternativeSerializer {
  private final PaddedInt workInProgress = new PaddedInt();
  private final MessagePassingQueue<Integer> queue;

  // What the counter held when the owner looked last. Of the owner.
  private int missed;

  /** Creates one with an empty queue, for many producers and one consumer. */
  public CounterAndQueue(
      Subscriber<? super Integer> downstream, Lag lag, MessagePassingQueue<Integer> queue) {
    super(downstream, lag);
    this.queue = queue;
  }

  @Override
  protected boolean tryEnter() {
    if (workInProgress.get() == 0 && workInProgress.compareAndSet(0, 1)) {
      missed = 1;
      return true;
    }
    return false;
  }

  @Override
  protected boolean hand(Integer item) {
    queue.offer(item);
    return workInProgress.getAndAdd(1) == 0;
  }

  @Override
  protected int emitWaiting() {
    missed = workInProgress.get();
    int emitted = 0;
    for (Integer item = queue.poll(); item != null; item = queue.poll()) {
      deliver(item);
      emitted++;
    }
    return emitted;
  }

  @Override
  protected boolean hasWork() {
    return workInProgress.get() != missed;
  }

  @Override
  protected boolean tryExit() {
    int own = missed; // the field is the next owner's as soon as the counter is down
    return workInProgress.getAndAdd(-own) == own;
  }
}
