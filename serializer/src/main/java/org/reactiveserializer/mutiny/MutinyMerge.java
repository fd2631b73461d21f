package org.reactiveserializer.mutiny;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.Merge;
import org.reactiveserializer.internal.operator.Bridges;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactiveserializer.internal.operator.Sources;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;

/**
 * {@link Merge} for Mutiny.
 *
 * <pre>{@code
 * Multi<Integer> all = MutinyMerge.of(Merge.withDefaults(), List.of(a, b, c));
 * Multi<Row> rows =
 *     ids.plug(MutinyMerge.flatMap(Merge.withDefaults().concurrency(16), id -> query(id)));
 * }</pre>
 *
 * <p>Threads, order, demand, errors and the outcome of each item are those of {@link Merge}. The
 * sources may be publishers of {@link Flow} of any library. They get subscribers of Mutiny's own type,
 * which have the context of the downstream, and which a {@code Multi} calls directly. For raw publishers
 * see {@link MutinySerializer}.
 *
 * <p><b>Hooks</b> are as with {@link MutinySerializer}. Mutiny's interceptors see each {@code Multi} that
 * is made here, except those of {@link #from}, and its decorators see each mapper.
 */
@SuppressWarnings("exports") // a user of this class requires Mutiny anyway
public final class MutinyMerge {
  private MutinyMerge() {}

  /**
   * Merges some publishers: see {@link Merge#of(Iterable)}.
   *
   * @param merge the settings
   * @param publishers the sources
   * @param <R> the type of the items
   * @return the merged stream
   */
  public static <R> Multi<R> of(
      Merge<? super R> merge, Iterable<? extends Flow.Publisher<? extends R>> publishers) {
    return Infrastructure.onMultiCreation(
        MutinyDialect.merged(Sources.planOfFlow(MutinyMerge.<R>settings(merge), publishers)));
  }

  /**
   * Merges the publishers that a mapper makes of the items: see {@link Merge#flatMap(Publisher,
   * Function)}.
   *
   * @param merge the settings
   * @param mapper makes an inner source of an outer item
   * @param <S> the type of the outer items
   * @param <R> the type of the items
   * @return a function for {@link Multi#plug}
   */
  public static <S, R> Function<Multi<S>, Multi<R>> flatMap(
      Merge<? super R> merge, Function<? super S, ? extends Flow.Publisher<? extends R>> mapper) {
    return flatMap(merge, mapper, outer -> {});
  }

  /**
   * As {@link #flatMap(Merge, Function)}, for outer items that must be released: see {@link
   * Merge#flatMap(Publisher, Function, Consumer)}.
   *
   * @param merge the settings
   * @param mapper makes an inner source of an outer item
   * @param onDiscardOuter called with each outer item whose inner source is not subscribed to
   * @param <S> the type of the outer items
   * @param <R> the type of the items
   * @return a function for {@link Multi#plug}
   */
  public static <S, R> Function<Multi<S>, Multi<R>> flatMap(
      Merge<? super R> merge,
      Function<? super S, ? extends Flow.Publisher<? extends R>> mapper,
      Consumer<? super S> onDiscardOuter) {
    MergeSettings<R> settings = settings(merge);
    Objects.requireNonNull(onDiscardOuter, "onDiscardOuter is null");
    Function<S, @Nullable Publisher<? extends R>> decorated =
        Sources.mapping(Infrastructure.decorate(Objects.requireNonNull(mapper, "mapper is null")));
    return source ->
        MutinyDialect.merged(settings.plan(intercepted(source), decorated, onDiscardOuter));
  }

  /**
   * Returns a merge of sources that come and go as a {@link Multi}.
   *
   * @param merge the merge
   * @param <T> the type of the items
   * @return the merged stream
   */
  public static <T> Multi<T> from(DynamicMerge<T> merge) {
    return MutinyDialect.merged(
        Bridges.sources(merge).plan(Infrastructure::handleDroppedException));
  }

  private static <R> MergeSettings<R> settings(Merge<? super R> merge) {
    return Bridges.settings(merge, Infrastructure::handleDroppedException);
  }

  /**
   * Returns a source as a publisher of Reactive Streams. Mutiny's interceptors see each
   * subscription to it, as they do with Mutiny's operators.
   */
  private static <S> Publisher<S> intercepted(Flow.Publisher<? extends S> source) {
    Objects.requireNonNull(source, "source is null");
    return subscriber ->
        source.subscribe(
            Infrastructure.onMultiSubscription(source, FlowAdapters.toFlowSubscriber(subscriber)));
  }
}
