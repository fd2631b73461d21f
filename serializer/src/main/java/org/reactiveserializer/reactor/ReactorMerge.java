package org.reactiveserializer.reactor;

import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.Merge;
import org.reactiveserializer.internal.operator.Bridges;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/**
 * {@link Merge} for Reactor.
 *
 * <pre>{@code
 * Flux<Integer> all = ReactorMerge.of(Merge.withDefaults(), List.of(a, b, c));
 * Flux<Row> rows =
 *     ids.transform(ReactorMerge.flatMap(Merge.withDefaults().concurrency(16), id -> query(id)));
 * }</pre>
 *
 * <p>Threads, order, demand, errors and the outcome of each item are those of {@link Merge}. The
 * sources may be publishers of any library. They get subscribers of Reactor's own type, which have the
 * context of the downstream, and which a {@code Flux} calls directly; in front of any other it puts
 * one of its own, which has no context and drops items that overlap (§1.3) or that are emitted from
 * within {@code onNext}. Operator fusion is neither requested nor offered.
 *
 * <p><b>Hooks</b> are as with {@link ReactorSerializer}, also for outer items whose inner source is not
 * subscribed to, unless there is a hook for them. Reactor's assembly hooks see each {@code Flux} that is
 * made here, except those of {@link #from}. {@code onErrorContinue} of the downstream sees the errors
 * of the mapper and of the sources, before a hook of {@link DynamicMerge#add(Publisher, Consumer)}
 * does; {@code Hooks.onOperatorError} sees those of the mapper.
 *
 * <p><b>With {@code groupBy}</b>, the concurrency must be at least the number of groups: a group
 * that is not subscribed to keeps its items, and then {@code groupBy} requests no more, so the
 * stream waits for ever. Reactor's own {@code flatMap} does the same.
 */
@SuppressWarnings("exports") // a user of this class requires Reactor anyway
public final class ReactorMerge {
  private ReactorMerge() {}

  /**
   * Merges some publishers: see {@link Merge#of(Iterable)}.
   *
   * @param merge the settings
   * @param publishers the sources
   * @param <R> the type of the items
   * @return the merged stream
   */
  public static <R> Flux<R> of(
      Merge<? super R> merge, Iterable<? extends Publisher<? extends R>> publishers) {
    return MergedFlux.assembled(Bridges.<R>settings(merge).plan(publishers));
  }

  /**
   * Merges the publishers that a mapper makes of the items: see {@link Merge#flatMap(Publisher,
   * Function)}.
   *
   * @param merge the settings
   * @param mapper makes an inner source of an outer item
   * @param <S> the type of the outer items
   * @param <R> the type of the items
   * @return a function for {@link Flux#transform} and {@link Flux#transformDeferred}
   */
  public static <S, R> Function<Flux<S>, Flux<R>> flatMap(
      Merge<? super R> merge, Function<? super S, ? extends Publisher<? extends R>> mapper) {
    MergeSettings<R> settings = Bridges.settings(merge);
    Objects.requireNonNull(mapper, "mapper is null");
    return source -> new MergedFlux<>(settings.plan(source, mapper, null));
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
   * @return a function for {@link Flux#transform} and {@link Flux#transformDeferred}
   */
  public static <S, R> Function<Flux<S>, Flux<R>> flatMap(
      Merge<? super R> merge,
      Function<? super S, ? extends Publisher<? extends R>> mapper,
      Consumer<? super S> onDiscardOuter) {
    MergeSettings<R> settings = Bridges.settings(merge);
    Objects.requireNonNull(mapper, "mapper is null");
    Objects.requireNonNull(onDiscardOuter, "onDiscardOuter is null");
    return source -> new MergedFlux<>(settings.plan(source, mapper, onDiscardOuter));
  }

  /**
   * Returns a merge of sources that come and go as a {@link Flux}.
   *
   * @param merge the merge
   * @param <T> the type of the items
   * @return the merged stream
   */
  public static <T> Flux<T> from(DynamicMerge<T> merge) {
    return new MergedFlux<>(Bridges.sources(merge).plan());
  }
}
