package org.reactiveserializer.benchmarks.alternatives;

import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactiveserializer.internal.operator.Merger;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * The library's merge, except that a thread that delivered an item of its own always waits for the
 * same time before it takes the items that others added meanwhile. (The library waits longer the
 * more items there were the last time.) The waits within a long stay are the library's own.
 *
 * @param <T> the type of the items
 */
public final class FixedPatience<T> extends Merger<Publisher<? extends T>, T> {
  private final int spins;

  /**
   * Creates a merge.
   *
   * @param spins the length of the wait, in calls of {@link Thread#onSpinWait}
   */
  public FixedPatience(
      int spins, int concurrency, int prefetch, Subscriber<? super T> downstream) {
    super(
        new MergeSettings<>(concurrency, prefetch, false, Hooks.none()),
        inner -> inner,
        downstream);
    this.spins = spins;
  }

  @Override
  protected void pauseBeforeTake() {
    for (int i = 0; i < spins; i++) {
      Thread.onSpinWait();
    }
  }
}
