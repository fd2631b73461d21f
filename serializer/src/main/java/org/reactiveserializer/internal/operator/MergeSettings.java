package org.reactiveserializer.internal.operator;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.internal.context.ThreadLocals;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactivestreams.Subscriber;

/**
 * The settings of a merge.
 *
 * @param concurrency how many inners may live at a time; {@link #UNBOUNDED}: any number
 * @param prefetch how many items of one inner may be requested or waiting; {@link #UNBOUNDED}: any
 *     number
 * @param errors whether an error waits until all sources have ended
 * @param hooks where discarded items and dropped errors go
 * @param threadLocals what items that wait take along; null: nothing
 * @param losesInners whether inners can be withdrawn
 * @param <T> the type of the items
 */
public record MergeSettings<T>(
    int concurrency,
    int prefetch,
    ErrorMode errors,
    Hooks<T> hooks,
    @Nullable ThreadLocals threadLocals,
    boolean losesInners) {
  /** The value of concurrency or prefetch that means no limit. */
  public static final int UNBOUNDED = Integer.MAX_VALUE;

  /** Creates settings of a merge whose inners stay, for items that take nothing along. */
  public MergeSettings(int concurrency, int prefetch, ErrorMode errors, Hooks<T> hooks) {
    this(concurrency, prefetch, errors, hooks, null, false);
  }

  /** Returns the hooks, for items as they wait. */
  Hooks<T> hooksOfWaiting() {
    return threadLocals == null ? hooks : threadLocals.unpacking(hooks);
  }

  /** Returns what gets items as they wait, in place of {@code downstream}. */
  <R extends T> Subscriber<? super R> restoring(Subscriber<? super R> downstream) {
    return threadLocals == null ? downstream : threadLocals.restoring(downstream, hooks);
  }

  /** Returns these settings with other hooks. */
  public MergeSettings<T> with(Hooks<T> other) {
    return new MergeSettings<>(concurrency, prefetch, errors, other, threadLocals, losesInners);
  }

  /** Returns these settings for a merge whose inners can be withdrawn. */
  public MergeSettings<T> removable() {
    return new MergeSettings<>(concurrency, prefetch, errors, hooks, threadLocals, true);
  }

  /** Returns whether an error waits until all sources have ended. */
  public boolean delaysErrors() {
    return errors == ErrorMode.DELAYED;
  }

  /** Returns the inners of one merge. */
  public <R extends T> Inners<R> inners() {
    return losesInners ? new RemovableInners<>() : new Inners<>();
  }

  /**
   * Returns the first request to a source of which {@code limit} items may be requested at a time.
   */
  static long demand(int limit) {
    return limit == UNBOUNDED ? Long.MAX_VALUE : limit;
  }
}
