package org.reactiveserializer.benchmarks.alternatives;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;

/**
 * The library's design with one node for each item. Subclasses place the word: it holds {@code
 * null} while idle, this object while a thread delivers, or the youngest node.
 */
public abstract class FusedStack extends AlternativeSerializer {
  FusedStack(Subscriber<? super Integer> downstream, Lag lag) {
    super(downstream, lag);
  }

  abstract @Nullable Object word();

  abstract boolean replaceWord(@Nullable Object expected, @Nullable Object next);

  abstract @Nullable Object swapWord(Object next);

  @Override
  protected final boolean tryEnter() {
    return word() == null && replaceWord(null, this);
  }

  @Override
  protected final boolean handOver(Integer item) {
    Node node = new Node(item);
    for (; ; ) {
      Object last = word();
      node.next = last instanceof Node youngest ? youngest : null;
      if (replaceWord(last, node)) {
        return last == null;
      }
      Thread.onSpinWait();
    }
  }

  @Override
  protected final int deliverWaiting() {
    return hasWork() && swapWord(this) instanceof Node youngest ? Node.deliver(youngest, this) : 0;
  }

  @Override
  protected final boolean hasWork() {
    return word() instanceof Node;
  }

  @Override
  protected final boolean tryExit() {
    return replaceWord(this, null);
  }
}
