package org.reactiveserializer.flow;

import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.Merge;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.operator.Bridges;
import org.reactiveserializer.internal.operator.Elements;
import org.reactiveserializer.internal.operator.FlowMerger;
import org.reactiveserializer.internal.operator.FlowSource;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;

/**
 * What {@link Merge} makes, for {@link Flow}.
 *
 * <pre>{@code
 * Flow.Publisher<Integer> all = FlowMerge.withDefaults().of(a, b, c);
 * Flow.Publisher<Row> rows = FlowMerge.with(Merge.concurrency(16)).flatMap(ids, id -> query(id));
 * }</pre>
 *
 * <p>Threads, order, fairness, demand, errors, hooks and the fate of each item are those of {@link Merge}. A
 * source is subscribed to with a subscriber of both kinds, that of {@code Flow} and that of Reactive Streams,
 * and without an adapter; what {@link FlowAdapters} made of a publisher of Reactive Streams is undone. For a
 * {@code Multi}, a {@code Flowable} or a {@code Flux} use the bridge of its library: in front of this
 * subscriber these put one of their own.
 *
 * <p>Immutable, as {@code Merge} is.
 *
 * @param <T> what the hooks accept: all items must be of this type. Without hooks, any
 */
public final class FlowMerge<T> {
  private final MergeSettings<T> settings;

  private FlowMerge(MergeSettings<T> settings) {
    this.settings = settings;
  }

  /**
   * Returns a maker of merged streams with these settings.
   *
   * @param merge the settings
   * @param <T> what the hooks accept
   * @return the maker
   */
  public static <T> FlowMerge<T> with(Merge<T> merge) {
    return new FlowMerge<>(Bridges.mergeSettings(merge));
  }

  /**
   * Returns a maker with defaults: concurrency and prefetch are {@link Flow#defaultBufferSize}, and errors are
   * immediate.
   *
   * @param <T> the type of the items
   * @return the maker
   */
  public static <T> FlowMerge<T> withDefaults() {
    int size = Flow.defaultBufferSize();
    return with(Merge.<T>concurrency(size).prefetch(size));
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
  public final <R extends T> Flow.Publisher<R> of(Flow.Publisher<? extends R>... publishers) {
    return merged(Elements.ofSources(publishers), source -> source, null);
  }

  /**
   * Merges some publishers: see {@link Merge#of(Iterable)}.
   *
   * @param publishers the sources
   * @param <R> the type of the items
   * @return the merged stream
   */
  public <R extends T> Flow.Publisher<R> of(
      Iterable<? extends Flow.Publisher<? extends R>> publishers) {
    Objects.requireNonNull(publishers, "publishers is null");
    return this.<Flow.Publisher<? extends R>, R>merged(
        new Elements<>(publishers), source -> source, null);
  }

  /**
   * Merges the publishers that a publisher publishes: see {@link Merge#merge}.
   *
   * @param sources publishes the sources
   * @param <R> the type of the items
   * @return the merged stream
   */
  public <R extends T> Flow.Publisher<R> merge(
      Flow.Publisher<? extends Flow.Publisher<? extends R>> sources) {
    return this.<Flow.Publisher<? extends R>, R>flatMap(sources, source -> source);
  }

  /**
   * Merges the publishers that a mapper makes of the items of a source: see {@link Merge#flatMap(Publisher,
   * Function)}.
   *
   * @param source the outer source
   * @param mapper makes an inner source of an outer item
   * @param <S> the type of the outer items
   * @param <R> the type of the items
   * @return the merged stream
   */
  public <S, R extends T> Flow.Publisher<R> flatMap(
      Flow.Publisher<? extends S> source,
      Function<? super S, ? extends Flow.Publisher<? extends R>> mapper) {
    return this.<S, R>merged(outer(source), nonNull(mapper, "mapper"), null);
  }

  /**
   * As {@link #flatMap(Flow.Publisher, Function)}, for outer items that have to be released: see {@link
   * Merge#flatMap(Publisher, Function, Consumer)}.
   *
   * @param source the outer source
   * @param mapper makes an inner source of an outer item
   * @param onDiscardOuter gets the outer items whose inner source is not subscribed to
   * @param <S> the type of the outer items
   * @param <R> the type of the items
   * @return the merged stream
   */
  public <S, R extends T> Flow.Publisher<R> flatMap(
      Flow.Publisher<? extends S> source,
      Function<? super S, ? extends Flow.Publisher<? extends R>> mapper,
      Consumer<? super S> onDiscardOuter) {
    return this.<S, R>merged(
        outer(source), nonNull(mapper, "mapper"), nonNull(onDiscardOuter, "onDiscardOuter"));
  }

  private static <S> Publisher<? extends S> outer(Flow.Publisher<? extends S> source) {
    return reactive(nonNull(source, "source"));
  }

  /** Returns a source as the core knows it: without an adapter, of either kind. */
  private static <P> Publisher<P> reactive(Flow.Publisher<P> source) {
    Publisher<P> reactive = FlowAdapters.toPublisher(source);
    // An adapter made by that call is undone by the way back; otherwise source was one.
    return FlowAdapters.toFlowPublisher(reactive) == source ? new FlowSource<>(source) : reactive;
  }

  private <S, R extends T> Flow.Publisher<R> merged(
      Publisher<? extends S> source,
      Function<? super S, ? extends Flow.Publisher<? extends R>> mapper,
      @Nullable Consumer<? super S> onDiscardOuter) {
    Hooks<S> outerHooks = new Hooks<>(onDiscardOuter, settings.hooks().onDropped());
    Function<S, @Nullable Publisher<? extends R>> reactiveMapper =
        item -> {
          Flow.Publisher<? extends R> inner = mapper.apply(item);
          return inner == null ? null : reactive(inner);
        };
    return downstream ->
        new FlowMerger<S, R>(
                settings,
                reactiveMapper,
                outerHooks,
                FlowAdapters.toSubscriber(nonNull(downstream, "subscriber")))
            .start(source);
  }

  private static <A> A nonNull(A argument, String name) {
    return Objects.requireNonNull(argument, () -> name + " is null");
  }
}
