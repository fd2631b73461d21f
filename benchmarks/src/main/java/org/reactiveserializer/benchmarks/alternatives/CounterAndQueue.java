package org.reactiveserializer.benchmarks.alternatives;

import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;
import org.reactivestreams.Subscriber;

/**
 * The usual design, queue-drain, with a queue of JCTools: a counter of work in progress (WIP), which every producer
 * increments, beside a queue. The owner subtracts the value that it has seen. It must spin for
 * items that are only half linked, because the counter may reach zero only when all items that were
 * counted have been delivered.
 */
public final class CounterAndQueue extends AlternativeSerializer {
  private static final int CHUNK = 128;

  private final Padded<Void> workInProgress = new Padded<>();
  private final MessagePassingQueue<Integer> queue = new MpscUnboundedVarHandleArrayQueue<>(CHUNK);

  // The value of the counter when the owner last read it. Accessed by the owner only.
  private int missed;

  /** Creates an idle serializer. */
  public CounterAndQueue(Subscriber<? super Integer> downstream) {
    super(downstream, Waiting.NOT);
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
  protected boolean handOver(Integer item) {
    queue.offer(item);
    return workInProgress.getAndAdd(1) == 0;
  }

  @Override
  protected int deliverWaiting() {
    missed = workInProgress.get();
    int delivered = 0;
    for (Integer item = queue.poll(); item != null; item = queue.poll()) {
      deliver(item);
      delivered++;
    }
    return delivered;
  }

  @Override
  protected boolean hasWork() {
    return workInProgress.get() != missed;
  }

  @Override
  protected boolean tryExit() {
    int own = missed; // after the subtraction the field belongs to the next owner
    return workInProgress.getAndAdd(-own) == own;
  }
}
