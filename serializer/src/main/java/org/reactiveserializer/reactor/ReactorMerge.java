package org.reactiveserializer.reactor;

import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.Merge;
import org.reactiveserializer.internal.engine.Hooks;
import org.reactiveserializer.internal.operator.Bridges;
import org.reactiveserializer.internal.operator.IterablePublisher;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.util.concurrent.Queues;

/**
 * {@link Merge} for Reactor: {@code merge} and {@code flatMap} of {@link Flux}es.
 *
 * <pre>{@code
 * Flux<Integer> all = ReactorMerge.withDefaults().of(a, b, c);
 * Flux<Row> rows =
 *     ids.transform(ReactorMerge.with(Merge.withDefaults().concurrency(16)).flatMapping(id -> query(id)));
 * }</pre>
 *
 * <p>Threads, order, fairness, demand, errors and the outcome of each item are those of {@link
 * Merge}. The sources get subscribers of Reactor's own type, which have the context of the
 * downstream, so a {@code Flux} calls them directly. In front of any other subscriber {@link
 * Flux#subscribe(Subscriber)} puts one of its own, which has no context and drops items that
 * overlap (§1.3) or that are emitted from within {@code onNext}. Sources may be publishers of any
 * library, and are subscribed to directly.
 *
 * <p><b>Hooks.</b> If the {@link Merge} has no {@linkplain Merge#onDiscard discard hook}, discarded
 * items go to the discard hook of the subscriber's context ({@code doOnDiscard}). So do outer items
 * whose inner source is not subscribed to, unless there is a {@linkplain
 * #flatMapping(Function, Consumer) hook} for them. If the {@code Merge} has no {@linkplain Merge#onErrorDropped
 * dropped-error hook}, dropped errors go to {@link Operators#onErrorDropped} with that context.
 * Reactor's assembly hooks see each {@code Flux} that is made here.
 *
 * <p>{@code onErrorContinue} of the downstream sees the errors of the mapper and of the sources, as
 * with Reactor's own {@code flatMap}. So does {@code Hooks.onOperatorError} those of the mapper.
 *
 * <p><b>With {@code groupBy}</b>, the concurrency must be at least the number of groups: a group
 * that is not subscribed to keeps its items, and then {@code groupBy} requests no more, so the
 * stream waits for ever. Reactor's own {@code flatMap} does the same.
 *
 * <p>Operator fusion is neither requested nor offered.
 *
 * <p>Immutable, as {@code Merge} is.
 *
 * @param <T> the type of the items that the hooks accept; without hooks, any
 */
@SuppressWarnings("exports") // a user of this class requires Reactor anyway
public final class ReactorMerge<T> {
  private final MergeSettings<T> settings;

  private ReactorMerge(MergeSettings<T> settings) {
    this.settings = settings;
  }

  /**
   * Returns a factory of merged streams with these settings.
   *
   * @param merge the settings
   * @param <T> the type of the items that the hooks accept
   * @return the factory
   */
  public static <T> ReactorMerge<T> with(Merge<T> merge) {
    return new ReactorMerge<>(Bridges.mergeSettings(merge));
  }

  /**
   * Returns a factory with the defaults of Reactor's own {@code flatMap}: concurrency is {@link
   * Queues#SMALL_BUFFER_SIZE}, prefetch is {@link Queues#XS_BUFFER_SIZE}, and errors are immediate.
   *
   * @param <T> the type of the items
   * @return the factory
   */
  public static <T> ReactorMerge<T> withDefaults() {
    return with(
        Merge.<T>withDefaults()
            .concurrency(Queues.SMALL_BUFFER_SIZE)
            .prefetch(Queues.XS_BUFFER_SIZE));
  }

  /**
   * Merges some publishers: see {@link Merge#of(Publisher[])}.
   *
   * @param publishers the sources; the array is copied
   * @param <R> the type of the items
   * @return the merged stream
   * @throws NullPointerException if a publisher is null; the message has its index
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // it is read only
  public final <R extends T> Flux<R> of(Publisher<? extends R>... publishers) {
    return merge(IterablePublisher.ofSources(publishers));
  }

  /**
   * Merges some publishers: see {@link Merge#of(Iterable)}.
   *
   * @param publishers the sources
   * @param <R> the type of the items
   * @return the merged stream
   */
  public <R extends T> Flux<R> of(Iterable<? extends Publisher<? extends R>> publishers) {
    Objects.requireNonNull(publishers, "publishers is null");
    return merge(new IterablePublisher<>(publishers));
  }

  /**
   * Merges the publishers that a {@link Flux} emits, by {@link Flux#transform} or {@link
   * Flux#transformDeferred}: see {@link Merge#merge}.
   *
   * @param <R> the type of the items
   * @return the operator
   */
  public <R extends T> Function<Flux<? extends Publisher<? extends R>>, Flux<R>> merging() {
    return sources ->
        ReactorMerge.<Publisher<? extends R>, R>merged(settings, sources, source -> source, null);
  }

  /**
   * Merges the publishers that a mapper makes of the items of a {@link Flux}, by {@link
   * Flux#transform} or {@link Flux#transformDeferred}: see {@link Merge#flatMap(Publisher,
   * Function)}.
   *
   * @param mapper makes an inner source of an outer item
   * @param <S> the type of the outer items
   * @param <R> the type of the items
   * @return the operator
   */
  public <S, R extends T> Function<Flux<S>, Flux<R>> flatMapping(
      Function<? super S, ? extends Publisher<? extends R>> mapper) {
    nonNull(mapper, "mapper");
    return source -> merged(settings, source, mapper, null);
  }

  /**
   * As {@link #flatMapping(Function)}, for outer items that must be released: see {@link
   * Merge#flatMap(Publisher, Function, Consumer)}.
   *
   * @param mapper makes an inner source of an outer item
   * @param onDiscardOuter called with each outer item whose inner source is not subscribed to
   * @param <S> the type of the outer items
   * @param <R> the type of the items
   * @return the operator
   */
  public <S, R extends T> Function<Flux<S>, Flux<R>> flatMapping(
      Function<? super S, ? extends Publisher<? extends R>> mapper,
      Consumer<? super S> onDiscardOuter) {
    nonNull(mapper, "mapper");
    nonNull(onDiscardOuter, "onDiscardOuter");
    return source -> merged(settings, source, mapper, onDiscardOuter);
  }

  /**
   * Makes a merge of sources that come and go: see {@link Merge#mergeDynamic()}.
   *
   * @param <R> the type of the items
   * @return the merge
   */
  public <R extends T> DynamicFlux<R> mergeDynamic() {
    return new DynamicFlux<>(settings, null);
  }

  /**
   * As {@link #mergeDynamic()}, for sources that must be released: see {@link
   * Merge#mergeDynamic(Consumer)}.
   *
   * @param onDiscardSource called with each accepted source that is not subscribed to
   * @param <R> the type of the items
   * @return the merge
   */
  public <R extends T> DynamicFlux<R> mergeDynamic(
      Consumer<? super Publisher<? extends R>> onDiscardSource) {
    return new DynamicFlux<>(settings, nonNull(onDiscardSource, "onDiscardSource"));
  }

  private <R extends T> Flux<R> merge(Publisher<? extends Publisher<? extends R>> sources) {
    return ReactorMerge.<Publisher<? extends R>, R>merged(settings, sources, source -> source, null)
        .assembled();
  }

  private static <S, R> MergedFlux<S, R> merged(
      MergeSettings<? super R> settings,
      Publisher<? extends S> source,
      Function<? super S, ? extends Publisher<? extends R>> mapper,
      @Nullable Consumer<? super S> onDiscardOuter) {
    Hooks<S> outerHooks = settings.hooks().<S>discarding(onDiscardOuter);
    return new MergedFlux<>(source, settings, mapper, outerHooks);
  }

  private static <A> A nonNull(A argument, String name) {
    return Objects.requireNonNull(argument, () -> name + " is null");
  }
}
