package org.reactiveserializer.internal.operator;

import java.util.Comparator;
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
 * @param order in which order items are delivered that wait; null: in that of arrival
 * @param <T> the type of the items
 */
public record MergeSettings<T>(
    int concurrency,
    int prefetch,
    ErrorMode errors,
    Hooks<T> hooks,
    @Nullable ThreadLocals threadLocals,
    @Nullable Order<? super T> order) {
  /** The value of concurrency or prefetch that means no limit. */
  public static final int UNBOUNDED = Integer.MAX_VALUE;

  /** Creates settings of a merge in order of arrival, for items that take nothing along. */
  public MergeSettings(int concurrency, int prefetch, ErrorMode errors, Hooks<T> hooks) {
    this(concurrency, prefetch, errors, hooks, null, null);
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
    return new MergeSettings<>(concurrency, prefetch, errors, other, threadLocals, order);
  }

  /** Returns these settings for a merge that delivers the items of one inner after another. */
  public MergeSettings<T> eager() {
    return with(Order.EAGER);
  }

  /** Returns these settings for a merge whose inners can be withdrawn. */
  public MergeSettings<T> removable() {
    return with(Order.REMOVABLE);
  }

  private MergeSettings<T> with(Order<? super T> other) {
    return new MergeSettings<>(concurrency, prefetch, errors, hooks, threadLocals, other);
  }

  /** Returns these settings for a merge of items that are delivered in the order of a comparator. */
  @SuppressWarnings("unchecked") // the hooks accept any T
  public <R extends T> MergeSettings<R> ranked(Comparator<? super R> comparator) {
    return new MergeSettings<>(
        concurrency,
        prefetch,
        errors,
        (Hooks<R>) hooks,
        threadLocals,
        Order.<R>ranked(threadLocals == null ? comparator : threadLocals.<R>unpacking(comparator)));
  }

  /** Returns whether an error waits until all sources have ended. */
  public boolean delaysErrors() {
    return errors == ErrorMode.DELAYED;
  }

  /** Returns the inners of one merge. */
  public <R extends T> Inners<R> inners() {
    return order == null ? new Inners<>() : new OrderedInners<>(order);
  }

  /**
   * Returns the first request to a source of which {@code limit} items may be requested at a time.
   */
  static long demand(int limit) {
    return limit == UNBOUNDED ? Long.MAX_VALUE : limit;
  }
}
