package org.reactiveserializer.benchmarks.alternatives;

import org.jctools.queues.MessagePassingQueue;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;

/**
 * Like {@link WordAndQueue}, but the owner spins for an item that is only half linked: not
 * lock-free.
 */
public final class WordAndSpinningQueue extends WordAndQueue {
  /** Creates a serializer with an empty queue, which must allow many producers and one consumer. */
  public WordAndSpinningQueue(
      Subscriber<? super Integer> downstream, Lag lag, MessagePassingQueue<Integer> queue) {
    super(downstream, lag, queue);
  }

  @Override
  @Nullable Integer poll(MessagePassingQueue<Integer> queue) {
    return queue.poll();
  }
}
