package org.reactiveserializer.benchmarks.alternatives;

import org.reactivestreams.Subscriber;

/** A saturating word beside a stack that the owner takes whole: two words where ours has one. */
public final class WordAndStack extends AlternativeSerializer {
  private final SaturatingWord word = new SaturatingWord();
  private final PaddedReference<Node> youngest = new PaddedReference<>();

  /** Creates one with an empty stack. */
  public WordAndStack(Subscriber<? super Integer> downstream, Lag lag) {
    super(downstream, lag);
  }

  @Override
  protected boolean tryEnter() {
    return word.tryEnter();
  }

  @Override
  protected boolean hand(Integer item) {
    Node node = new Node(item);
    do {
      node.next = youngest.value();
    } while (!youngest.replace(node.next, node));
    return word.signal();
  }

  @Override
  protected int emitWaiting() {
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
