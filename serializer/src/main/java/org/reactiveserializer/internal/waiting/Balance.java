package org.reactiveserializer.internal.waiting;

import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * The weights of a {@link BoundedQueue}, besides those of its nodes: invariant 9. The owner writes, others
 * read: first {@code head}, then this.
 *
 * @param <T> the type of the items, as they wait
 */
public final class Balance<T> {
  private static final long NOTHING = -1;

  private final long max;
  private final ToLongFunction<? super T> weigher;
  private final Consumer<? super Throwable> onFailure;

  // Room for the first in the line, which is no other's; NOTHING, if none is kept.
  private volatile long kept = NOTHING;

  // What the holes behind head weigh: nothing waits there.
  private volatile long inHoles;

  /**
   * Creates the balance of an empty queue.
   *
   * @param max how much may wait, a positive number
   * @param weigher the user's function. If it throws or returns a negative number, the item counts as
   *     too heavy to wait, so that its producer keeps it
   * @param onFailure gets what the function throws
   */
  public Balance(
      long max, ToLongFunction<? super T> weigher, Consumer<? super Throwable> onFailure) {
    this.max = max;
    this.weigher = weigher;
    this.onFailure = onFailure;
  }

  long max() {
    return max;
  }

  String whyFull(long weight, int capacity) {
    return " of weight %d wait, of at most %d and %d; the new one is too much, or others wait for room"
        .formatted(weight, capacity, max);
  }

  /** Returns the weight of {@code item}; more than the bound if it may not wait at all. */
  long weigh(T item) {
    try {
      long weight = weigher.applyAsLong(item);
      if (weight >= 0) {
        return weight;
      }
      onFailure.accept(
          new IllegalArgumentException(
              "an item weighs " + weight + ": the function must return zero or more"));
    } catch (Throwable thrown) {
      onFailure.accept(thrown);
    }
    return Long.MAX_VALUE;
  }

  /** Returns how much waits. */
  long waiting(QueueNode<T> head, QueueNode<T> last) {
    return last.weightSoFar() - head.weightSoFar() - inHoles;
  }

  /** Returns how much room of others is taken: by what waits, and for those in the line. */
  long taken(QueueNode<T> head, QueueNode<T> last) {
    return waiting(head, last) + Math.max(kept, 0);
  }

  /** Returns whether room is kept for the first in the line. */
  boolean keepsRoom() {
    return kept != NOTHING;
  }

  /** Keeps the room of the oldest item, which is about to be removed, for the first in the line. */
  void keepRoomOf(QueueNode<T> oldest, QueueNode<T> head) {
    kept = Math.max(kept, 0) + oldest.weightSoFar() - head.weightSoFar();
  }

  /** The first in the line has its place, or no item waits for one any more. */
  void release() {
    if (kept != NOTHING) {
      kept = NOTHING;
    }
  }

  /** A hole is there, or, if {@code weight} is negative, is about to be passed. */
  void countHole(long weight) {
    long before = inHoles; // nobody else writes it
    inHoles = before + weight;
  }
}
