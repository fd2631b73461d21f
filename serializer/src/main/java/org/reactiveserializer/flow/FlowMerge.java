package org.reactiveserializer.flow;

import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.Merge;
import org.reactiveserializer.internal.engine.Hooks;
import org.reactiveserializer.internal.operator.Bridges;
import org.reactiveserializer.internal.operator.FlowMerger;
import org.reactiveserializer.internal.operator.FlowSource;
import org.reactiveserializer.internal.operator.IterablePublisher;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;

/**
 * {@link Merge} for {@link Flow}.
 *
 * <pre>{@code
 * Flow.Publisher<Integer> all = FlowMerge.withDefaults().of(a, b, c);
 * Flow.Publisher<Row> rows = FlowMerge.with(Merge.withDefaults().concurrency(16)).flatMap(ids, id -> query(id));
 * }</pre>
 *
 * <p>Threads, order, fairness, demand, errors, hooks and the outcome of each item are those of
 * {@link Merge}. A source gets a subscriber that implements the interfaces of both {@code Flow} and
 * Reactive Streams, so no adapter stands between them. If {@link FlowAdapters} made the source of a
 * publisher of Reactive Streams, that publisher is subscribed to directly. For a {@code Multi}, a
 * {@code Flowable} or a {@code Flux} use the bridge of its library: such a publisher puts a
 * subscriber of its own in front of this one.
 *
 * <p>Immutable, as {@code Merge} is.
 *
 * @param <T> the type of the items that the hooks accept; without hooks, any
 */
public final class FlowMerge<T> {
  private final MergeSettings<T> settings;

  private FlowMerge(MergeSettings<T> settings) {
    this.settings = settings;
  }

  /**
   * Returns a factory of merged streams with these settings.
   *
   * @param merge the settings
   * @param <T> the type of the items that the hooks accept
   * @return the factory
   */
  public static <T> FlowMerge<T> with(Merge<T> merge) {
    return new FlowMerge<>(Bridges.mergeSettings(merge));
  }

  /**
   * Returns a factory with default settings: concurrency and prefetch are {@link
   * Flow#defaultBufferSize}, and errors are immediate.
   *
   * @param <T> the type of the items
   * @return the factory
   */
  public static <T> FlowMerge<T> withDefaults() {
    int size = Flow.defaultBufferSize();
    return with(Merge.<T>withDefaults().concurrency(size).prefetch(size));
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
    return merged(settings, IterablePublisher.ofSources(publishers), source -> source, null);
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
    return FlowMerge.<Flow.Publisher<? extends R>, R>merged(
        settings, new IterablePublisher<>(publishers), source -> source, null);
  }

  /**
   * Merges the publishers that a publisher publishes: see {@link Merge#merge}.
   *
   * @param sources the publisher of the sources
   * @param <R> the type of the items
   * @return the merged stream
   */
  public <R extends T> Flow.Publisher<R> merge(
      Flow.Publisher<? extends Flow.Publisher<? extends R>> sources) {
    return this.<Flow.Publisher<? extends R>, R>flatMap(sources, source -> source);
  }

  /**
   * Merges the publishers that a mapper makes of the items of a source: see {@link
   * Merge#flatMap(Publisher, Function)}.
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
    return FlowMerge.<S, R>merged(settings, outer(source), nonNull(mapper, "mapper"), null);
  }

  /**
   * As {@link #flatMap(Flow.Publisher, Function)}, for outer items that must be released: see
   * {@link Merge#flatMap(Publisher, Function, Consumer)}.
   *
   * @param source the outer source
   * @param mapper makes an inner source of an outer item
   * @param onDiscardOuter called with each outer item whose inner source is not subscribed to
   * @param <S> the type of the outer items
   * @param <R> the type of the items
   * @return the merged stream
   */
  public <S, R extends T> Flow.Publisher<R> flatMap(
      Flow.Publisher<? extends S> source,
      Function<? super S, ? extends Flow.Publisher<? extends R>> mapper,
      Consumer<? super S> onDiscardOuter) {
    return FlowMerge.<S, R>merged(
        settings,
        outer(source),
        nonNull(mapper, "mapper"),
        nonNull(onDiscardOuter, "onDiscardOuter"));
  }

  /**
   * Makes a merge of sources that come and go: see {@link Merge#mergeDynamic()}.
   *
   * @param <R> the type of the items
   * @return the merge
   */
  public <R extends T> DynamicPublisher<R> mergeDynamic() {
    return new DynamicPublisher<>(settings, null);
  }

  /**
   * As {@link #mergeDynamic()}, for sources that must be released: see {@link
   * Merge#mergeDynamic(Consumer)}.
   *
   * @param onDiscardSource called with each accepted source that is not subscribed to
   * @param <R> the type of the items
   * @return the merge
   */
  public <R extends T> DynamicPublisher<R> mergeDynamic(
      Consumer<? super Flow.Publisher<? extends R>> onDiscardSource) {
    return new DynamicPublisher<>(settings, nonNull(onDiscardSource, "onDiscardSource"));
  }

  private static <S> Publisher<? extends S> outer(Flow.Publisher<? extends S> source) {
    return reactive(nonNull(source, "source"));
  }

  /**
   * Returns a source as a publisher of Reactive Streams, without an adapter of {@link
   * FlowAdapters}.
   */
  private static <P> Publisher<P> reactive(Flow.Publisher<P> source) {
    Publisher<P> reactive = FlowAdapters.toPublisher(source);
    // If the conversion back does not return source, then source was an adapter, and reactive is
    // what it adapts.
    return FlowAdapters.toFlowPublisher(reactive) == source ? new FlowSource<>(source) : reactive;
  }

  private static <S, R> Flow.Publisher<R> merged(
      MergeSettings<? super R> settings,
      Publisher<? extends S> source,
      Function<? super S, ? extends Flow.Publisher<? extends R>> mapper,
      @Nullable Consumer<? super S> onDiscardOuter) {
    Hooks<S> outerHooks = settings.hooks().<S>discarding(onDiscardOuter);
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
