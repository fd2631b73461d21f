package org.reactiveserializer.benchmarks.alternatives;

import org.jspecify.annotations.Nullable;

/** An item in a list. */
final class Node {
  final Integer item;
  @Nullable Node next;

  Node(Integer item) {
    this.item = item;
  }

  /**
   * Delivers a list, which is linked from the youngest node on, from the oldest node on. Returns
   * the number of its items.
   */
  static int deliver(@Nullable Node youngest, AlternativeSerializer serializer) {
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
      node.next = null; // see Work.unlink
      serializer.deliver(node.item);
      node = younger;
    }
    return delivered;
  }
}
