package org.reactiveserializer.internal.operator;

import org.jspecify.annotations.Nullable;

/**
 * The inners that have begun and are not removed yet. A doubly linked list through the inners
 * themselves, so that adding and removing one takes constant time. Only the owner uses it, so all
 * fields are plain.
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
    // A publisher may keep a reference to this inner, which must not keep the others reachable.
    inner.younger = null;
    inner.older = null;
    count--;
  }

  /** Cancels and removes all inners. */
  void cancel() {
    while (youngest != null) {
      Inner<?> inner = youngest;
      // First: if it is out of stack space, the next attempt finds the inner here.
      inner.cancelSafely();
      remove(inner);
    }
  }
}
