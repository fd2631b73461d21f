package org.reactiveserializer.benchmarks.alternatives;

import java.lang.invoke.VarHandle;
import org.jctools.queues.MessagePassingQueue;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;

/**
 * A saturating word beside a queue of JCTools. The owner's poll leaves an item that is only half
 * linked to the pass that its producer will signal. So the fast path must look at the queue: the
 * word may be idle while an item of this thread waits behind a half-linked one.
 */
public class WordAndQueue extends AlternativeSerializer {
  private final SaturatingWord word = new SaturatingWord();
  private final MessagePassingQueue<Integer> queue;

  /** Creates a serializer with an empty queue, which must allow many producers and one consumer. */
  public WordAndQueue(
      Subscriber<? super Integer> downstream, Lag lag, MessagePassingQueue<Integer> queue) {
    super(downstream, lag);
    this.queue = queue;
  }

  /** Removes the oldest item; null if there is none, or if it is only half linked. */
  @Nullable Integer poll(MessagePassingQueue<Integer> queue) {
    return queue.relaxedPoll();
  }

  @Override
  protected boolean tryEnter() {
    return word.isIdle() && queue.isEmpty() && word.tryEnter();
  }

  @Override
  protected boolean handOver(Integer item) {
    queue.offer(item);
    VarHandle.fullFence(); // the item is visible before the word is read
    return word.signal();
  }

  @Override
  protected int deliverWaiting() {
    word.beginPass();
    int delivered = 0;
    for (Integer item = poll(queue); item != null; item = poll(queue)) {
      deliver(item);
      delivered++;
    }
    return delivered;
  }

  @Override
  protected boolean hasWork() {
    return word.hasMore();
  }

  @Override
  protected boolean tryExit() {
    return word.tryExit();
  }
}
