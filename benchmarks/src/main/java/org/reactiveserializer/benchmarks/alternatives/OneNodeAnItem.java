package org.reactiveserializer.benchmarks.alternatives;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;

/**
 * The library's word without its segments: one node for each item. The word holds {@code null} while
 * idle, this object while a thread delivers, or the youngest node.
 */
public final class OneNodeAnItem extends AlternativeSerializer {
  private final Padded<Object> word = new Padded<>();

  /** Creates an idle serializer. */
  public OneNodeAnItem(Subscriber<? super Integer> downstream, Waiting waiting) {
    super(downstream, waiting);
  }

  @Override
  protected boolean tryEnter() {
    return word.value() == null && word.replace(null, this);
  }

  @Override
  protected boolean handOver(Integer item) {
    Node node = new Node(item);
    for (; ; ) {
      Object last = word.value();
      node.next = last instanceof Node youngest ? youngest : null;
      if (word.replace(last, node)) {
        return last == null;
      }
      Thread.onSpinWait();
    }
  }

  @Override
  protected int deliverWaiting() {
    return hasWork() && word.swap(this) instanceof Node youngest ? deliver(youngest) : 0;
  }

  @Override
  protected boolean hasWork() {
    return word.value() instanceof Node;
  }

  @Override
  protected boolean tryExit() {
    return word.replace(this, null);
  }

  /** Delivers a list, which is linked from the youngest node on, from the oldest node on. */
  private int deliver(Node youngest) {
    Node oldest = null;
    for (Node node = youngest; node != null; ) {
      Node older = node.next;
      node.next = oldest;
      oldest = node;
      node = older;
    }
    int delivered = 0;
    for (Node node = oldest; node != null; delivered++) {
      Node younger = node.next;
      node.next = null; // an old node must not keep younger ones alive
      deliver(node.item);
      node = younger;
    }
    return delivered;
  }

  /** An item in the list. */
  private static final class Node {
    private final Integer item;
    private @Nullable Node next;

    Node(Integer item) {
      this.item = item;
    }
  }
}
