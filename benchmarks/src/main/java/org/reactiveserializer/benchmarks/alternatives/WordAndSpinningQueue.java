package org.reactiveserializer.benchmarks.alternatives;

import org.jctools.queues.MessagePassingQueue;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;

/** The same, polled so that the owner waits for an item half linked: not lock-free. */
public final class WordAndSpinningQueue extends WordAndQueue {
  /** Creates one with an empty queue, for many producers and one consumer. */
  public WordAndSpinningQueue(
      Subscriber<? super Integer> downstream, Lag lag, MessagePassingQueue<Integer> queue) {
    super(downstream, lag, queue);
  }

  @Override
  @Nullable Integer poll(MessagePassingQueue<Integer> queue) {
    return queue.poll();
  }
}
