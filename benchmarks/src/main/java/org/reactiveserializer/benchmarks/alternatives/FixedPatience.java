package org.reactiveserializer.benchmarks.alternatives;

import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactiveserializer.internal.operator.Merger;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * The library's merge, in which a thread that delivered an item of its own always waits for the
 * same time before it takes what others brought meanwhile: not longer the more that was the last
 * time. How its emitter waits in a long stay is the library's own way.
 *
 * @param <T> the type of the items
 */
public final class FixedPatience<T> extends Merger<Publisher<? extends T>, T> {
  private final int spins;

  /**
   * Creates one.
   *
   * @param spins how long it waits, in calls of {@link Thread#onSpinWait}
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
