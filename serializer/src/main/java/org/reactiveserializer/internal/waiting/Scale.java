package org.reactiveserializer.internal.waiting;

import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * What an item that waits weighs, and how much may wait.
 *
 * @param max how much may wait, a positive number
 * @param weigher the user's function. If it throws or returns a negative number, the item counts as
 *     too heavy to wait, so that its producer keeps it
 * @param onFailure gets what the function throws
 * @param <T> the type of the items, as they wait
 */
public record Scale<T>(
    long max, ToLongFunction<? super T> weigher, Consumer<? super Throwable> onFailure) {

  /** Returns the weight of {@code item}; more than {@link #max} if it may not wait at all. */
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
}
