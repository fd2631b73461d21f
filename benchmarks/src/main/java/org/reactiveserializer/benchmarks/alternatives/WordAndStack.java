package org.reactiveserializer.benchmarks.alternatives;

import org.reactivestreams.Subscriber;

/** A saturating word beside a stack that the owner takes as a whole: two words instead of one. */
public final class WordAndStack extends AlternativeSerializer {
  private final SaturatingWord word = new SaturatingWord();
  private final PaddedReference<Node> youngest = new PaddedReference<>();

  /** Creates a serializer with an empty stack. */
  public WordAndStack(Subscriber<? super Integer> downstream, Lag lag) {
    super(downstream, lag);
  }

  @Override
  protected boolean tryEnter() {
    return word.tryEnter();
  }

  @Override
  protected boolean handOver(Integer item) {
    Node node = new Node(item);
    do {
      node.next = youngest.value();
    } while (!youngest.replace(node.next, node));
    return word.signal();
  }

  @Override
  protected int deliverWaiting() {
    word.beginPass();
    return Node.deliver(youngest.swap(null), this);
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
