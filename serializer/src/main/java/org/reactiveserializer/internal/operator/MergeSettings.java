package org.reactiveserializer.internal.operator;

import org.reactiveserializer.internal.ending.Hooks;

/**
 * What a merge is told.
 *
 * @param concurrency how many inners may live at a time; {@link #UNBOUNDED}: any number
 * @param prefetch how many items of an inner may wait; {@link #UNBOUNDED}: any number
 * @param delaysErrors whether an error waits until all sources have ended
 * @param hooks where items and errors go that cannot be signalled
 * @param <T> the type of the items
 */
public record MergeSettings<T>(int concurrency, int prefetch, boolean delaysErrors, Hooks<T> hooks) {
  /** No limit, for concurrency and prefetch. */
  public static final int UNBOUNDED = Integer.MAX_VALUE;

  /** Returns these settings with other hooks. */
  public MergeSettings<T> with(Hooks<T> other) {
    return new MergeSettings<>(concurrency, prefetch, delaysErrors, other);
  }

  /** Returns what to request at first, of a source that may have {@code limit} under way. */
  static long demand(int limit) {
    return limit == UNBOUNDED ? Long.MAX_VALUE : limit;
  }
}
