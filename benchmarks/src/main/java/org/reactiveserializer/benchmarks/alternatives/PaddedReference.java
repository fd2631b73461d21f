package org.reactiveserializer.benchmarks.alternatives;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.drain.ContendedCell;

/** The library's cell, with its methods accessible to the alternatives. */
final class PaddedReference<V> extends ContendedCell {
  @SuppressWarnings("unchecked") // holds what compareAndSet and swap put in
  @Nullable V value() {
    return (V) get();
  }

  boolean replace(@Nullable V expected, @Nullable V next) {
    return compareAndSet(expected, next);
  }

  @SuppressWarnings("unchecked") // holds what compareAndSet and swap put in
  @Nullable V swap(@Nullable V next) {
    return (V) getAndSet(next);
  }
}
