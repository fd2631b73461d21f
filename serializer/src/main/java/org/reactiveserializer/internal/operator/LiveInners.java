package org.reactiveserializer.internal.operator;

import org.jspecify.annotations.Nullable;

/**
 * The inners that have begun and not gone: a list linked in both directions through them, so that
 * one is added, and removed, in constant time. Of the owner of the emission: all is plain.
 */
final class LiveInners {
  private @Nullable Inner<?> youngest;
  private int count;

  boolean isEmpty() {
    return youngest == null;
  }

  int count() {
    return count;
  }

  void add(Inner<?> inner) {
    Inner<?> neighbour = youngest;
    inner.older = neighbour;
    if (neighbour != null) {
      neighbour.younger = inner;
    }
    youngest = inner;
    count++;
  }

  void remove(Inner<?> inner) {
    Inner<?> younger = inner.younger;
    Inner<?> older = inner.older;
    if (younger == null) {
      youngest = older;
    } else {
      younger.older = older;
    }
    if (older != null) {
      older.younger = younger;
    }
    // An inner that its publisher keeps must not keep others.
    inner.younger = null;
    inner.older = null;
    count--;
  }

  /** Cancels and removes all. */
  void cancel() {
    while (youngest != null) {
      Inner<?> inner = youngest;
      inner.cut(); // which may have no stack: then it is still here for the next
      remove(inner);
    }
  }
}
