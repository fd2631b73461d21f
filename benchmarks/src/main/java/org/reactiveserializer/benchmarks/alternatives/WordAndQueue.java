package org.reactiveserializer.benchmarks.alternatives;

import java.lang.invoke.VarHandle;
import org.jctools.queues.MessagePassingQueue;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;

/**
 * A saturating word beside a queue of JCTools, polled so that an item half linked is left for the
 * pass that its producer is going to ask for. So the fast path needs a look at the queue: the
 * word may be idle while an item of this thread waits behind such a one.
 */
public class WordAndQueue extends AlternativeSerializer {
  private final SaturatingWord word = new SaturatingWord();
  private final MessagePassingQueue<Integer> queue;

  /** Creates one with an empty queue, for many producers and one consumer. */
  public WordAndQueue(
      Subscriber<? super Integer> downstream, Lag lag, MessagePassingQueue<Integer> queue) {
    super(downstream, lag);
    this.queue = queue;
  }

  /** Takes the oldest item out, or gives up. */
  @Nullable Integer poll(MessagePassingQueue<Integer> queue) {
    return queue.relaxedPoll();
  }

  @Override
  protected boolean tryEnter() {
    return word.isIdle() && queue.isEmpty() && word.tryEnter();
  }

  @Override
  protected boolean hand(Integer item) {
    queue.offer(item);
    VarHandle.fullFence(); // the item is visible before the word is read
    return word.signal();
  }

  @Override
  protected int emitWaiting() {
    word.beginPass();
    int emitted = 0;
    for (Integer item = poll(queue); item != null; item = poll(queue)) {
      deliver(item);
      emitted++;
    }
    return emitted;
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
