package org.reactiveserializer.benchmarks.alternatives;

import org.jspecify.annotations.Nullable;

/** An item in a list. */
final class Node {
  final Integer item;
  @Nullable Node next;

  Node(Integer item) {
    this.item = item;
  }

  /** Delivers a list, given youngest first, oldest first, and returns how many items it had. */
  static int deliver(@Nullable Node youngest, AlternativeSerializer serializer) {
    Node oldest = null;
    for (Node node = youngest; node != null; ) {
      Node older = node.next;
      node.next = oldest;
      oldest = node;
      node = older;
    }
    int emitted = 0;
    for (Node node = oldest; node != null; emitted++) {
      Node younger = node.next;
      node.next = null; // see Work.unlink
      serializer.deliver(node.item);
      node = younger;
    }
    return emitted;
  }
}
