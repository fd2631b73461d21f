package org.reactiveserializer.io.ring;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Writes items into a ring. What does not fit is copied and waits; there are no more of these
 * copies than items that were requested. For the thread that may use the writer, except
 * {@link #letWait} and {@link #hasWaiting}.
 */
abstract class RingSink<T> {
  private final Queue<T> waiting = new ConcurrentLinkedQueue<>();

  /** Writes an item, or copies it; returns whether nothing waits. */
  boolean write(T item) {
    if (!flushBefore(item)) {
      return false;
    }
    boolean isWritten = offer(item);
    if (!isWritten) {
      letWait(item);
    }
    return isWritten;
  }

  /** Writes what waits; if that is not all, or throws, the item waits, too, and counts as not written. */
  final boolean flushBefore(T item) {
    boolean isFirst = false;
    try {
      isFirst = flush();
    } finally {
      if (!isFirst) {
        letWait(item);
      }
    }
    return isFirst;
  }

  /** Copies an item, which then waits behind the others. By the thread that emits. */
  final void letWait(T item) {
    waiting.add(copy(item));
  }

  /** Returns whether an item waits. By any thread. */
  boolean hasWaiting() {
    return !waiting.isEmpty();
  }

  /** Writes what waits, as far as there is room; returns whether nothing waits. */
  final boolean flush() {
    T first = waiting.peek();
    while (first != null && offer(first)) {
      waiting.remove();
      first = waiting.peek();
    }
    return first == null;
  }

  /** Returns how many items wait; takes as long as they are many. */
  final int waiting() {
    return waiting.size();
  }

  /** Returns for how many items there is room in any case. To be called when nothing waits. */
  abstract int room();

  /**
   * Writes and publishes an item, or a part of it, whose rest is then offered again; returns whether all
   * is written.
   */
  abstract boolean offer(T item);

  /** Returns a copy of what was not written of an item that was offered and does not wait. */
  abstract T copy(T item);
}
