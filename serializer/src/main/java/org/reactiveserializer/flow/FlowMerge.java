package org.reactiveserializer.flow;

import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Function;
import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.Merge;
import org.reactiveserializer.internal.operator.Bridges;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactiveserializer.internal.operator.Sources;
import org.reactivestreams.FlowAdapters;

/**
 * {@link Merge} for {@link Flow}.
 *
 * <pre>{@code
 * Flow.Publisher<Integer> all = FlowMerge.of(Merge.withDefaults(), List.of(a, b, c));
 * Flow.Publisher<Row> rows = FlowMerge.flatMap(Merge.withDefaults().concurrency(16), ids, id -> query(id));
 * }</pre>
 *
 * <p>Threads, order, demand, errors, hooks and the outcome of each item are those of {@link Merge}.
 * No adapter stands between a source and the merge. For a {@code Multi}, a {@code Flowable} or a
 * {@code Flux} use the bridge of its library: such a publisher puts a subscriber of its own in front
 * of this one.
 */
public final class FlowMerge {
  private FlowMerge() {}

  /**
   * Merges some publishers: see {@link Merge#of(Iterable)}.
   *
   * @param merge the settings
   * @param publishers the sources
   * @param <R> the type of the items
   * @return the merged stream
   */
  public static <R> Flow.Publisher<R> of(
      Merge<? super R> merge, Iterable<? extends Flow.Publisher<? extends R>> publishers) {
    return merged(Sources.<R>planOfFlow(Bridges.settings(merge), publishers));
  }

  /**
   * Merges the publishers that a mapper makes of the items of a source: see {@link
   * Merge#flatMap(org.reactivestreams.Publisher, Function)}.
   *
   * @param merge the settings
   * @param source the outer source
   * @param mapper makes an inner source of an outer item
   * @param <S> the type of the outer items
   * @param <R> the type of the items
   * @return the merged stream
   */
  public static <S, R> Flow.Publisher<R> flatMap(
      Merge<? super R> merge,
      Flow.Publisher<? extends S> source,
      Function<? super S, ? extends Flow.Publisher<? extends R>> mapper) {
    return flatMap(merge, source, mapper, outer -> {});
  }

  /**
   * As {@link #flatMap(Merge, Flow.Publisher, Function)}, for outer items that must be released: see
   * {@link Merge#flatMap(org.reactivestreams.Publisher, Function, Consumer)}.
   *
   * @param merge the settings
   * @param source the outer source
   * @param mapper makes an inner source of an outer item
   * @param onDiscardOuter called with each outer item whose inner source is not subscribed to
   * @param <S> the type of the outer items
   * @param <R> the type of the items
   * @return the merged stream
   */
  public static <S, R> Flow.Publisher<R> flatMap(
      Merge<? super R> merge,
      Flow.Publisher<? extends S> source,
      Function<? super S, ? extends Flow.Publisher<? extends R>> mapper,
      Consumer<? super S> onDiscardOuter) {
    Objects.requireNonNull(onDiscardOuter, "onDiscardOuter is null");
    MergeSettings<R> settings = Bridges.settings(merge);
    return merged(
        settings.<S>plan(Sources.of(source), Sources.<S, R>mapping(mapper), onDiscardOuter));
  }

  /**
   * Returns a merge of sources that come and go as a publisher of {@link Flow}.
   *
   * @param merge the merge
   * @param <T> the type of the items
   * @return the merged stream
   */
  public static <T> Flow.Publisher<T> from(DynamicMerge<T> merge) {
    return merged(Bridges.sources(merge).plan());
  }

  private static <S, R> Flow.Publisher<R> merged(MergeSettings.Plan<S, R> plan) {
    return downstream ->
        plan.startFor(
            FlowAdapters.toSubscriber(
                Objects.requireNonNull(downstream, "subscriber is null (§1.9)")));
  }
}
