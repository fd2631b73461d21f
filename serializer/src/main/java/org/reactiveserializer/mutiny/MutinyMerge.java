package org.reactiveserializer.mutiny;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.Merge;
import org.reactiveserializer.internal.operator.Bridges;
import org.reactiveserializer.internal.operator.FlowSource;
import org.reactiveserializer.internal.operator.IterablePublisher;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactivestreams.Publisher;

/**
 * {@link Merge} for Mutiny: {@code merge} and {@code flatMap} of {@link Multi}s.
 *
 * <pre>{@code
 * Multi<Integer> all = MutinyMerge.withDefaults().of(a, b, c);
 * Multi<Row> rows =
 *     ids.plug(MutinyMerge.with(Merge.withDefaults().concurrency(16)).flatMapping(id -> query(id)));
 * }</pre>
 *
 * <p>Threads, order, fairness, demand, errors and the outcome of each item are those of {@link
 * Merge}. The sources get subscribers of Mutiny's own type, which have the context of the
 * downstream, so a {@code Multi} calls them directly. Sources may be publishers of {@link Flow} of
 * any library.
 *
 * <p>A publisher that breaks the rules must be converted to a {@code Multi} by {@code
 * Multi.createFrom().safePublisher(raw)}: see {@link MutinySerializer}.
 *
 * <p><b>Hooks.</b> If the {@link Merge} has no {@linkplain Merge#onErrorDropped dropped-error hook},
 * dropped errors go to {@code Infrastructure.handleDroppedException}. Mutiny has no hook for
 * discarded items: {@linkplain Merge#onDiscard set one} if they must be released. Mutiny's
 * interceptors see each {@code Multi} that is made here, and its decorators see each mapper.
 *
 * <p>Immutable, as {@code Merge} is.
 *
 * @param <T> the type of the items that the hooks accept; without hooks, any
 */
@SuppressWarnings("exports") // a user of this class requires Mutiny anyway
public final class MutinyMerge<T> {
  private final MergeSettings<T> settings;

  private MutinyMerge(MergeSettings<T> settings) {
    this.settings = settings;
  }

  /**
   * Returns a factory of merged streams with these settings.
   *
   * @param merge the settings
   * @param <T> the type of the items that the hooks accept
   * @return the factory
   */
  public static <T> MutinyMerge<T> with(Merge<T> merge) {
    return new MutinyMerge<>(Bridges.mergeSettings(merge, Infrastructure::handleDroppedException));
  }

  /**
   * Returns a factory with the {@linkplain Merge#withDefaults default settings} of {@code Merge}: a
   * concurrency of 256, a prefetch of 128, and immediate errors. (Mutiny's own operators have
   * defaults that differ among themselves.)
   *
   * @param <T> the type of the items
   * @return the factory
   */
  public static <T> MutinyMerge<T> withDefaults() {
    return with(Merge.withDefaults());
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
  public final <R extends T> Multi<R> of(Flow.Publisher<? extends R>... publishers) {
    return created(settings, IterablePublisher.ofSources(publishers), source -> source, null);
  }

  /**
   * Merges some publishers: see {@link Merge#of(Iterable)}.
   *
   * @param publishers the sources
   * @param <R> the type of the items
   * @return the merged stream
   */
  public <R extends T> Multi<R> of(Iterable<? extends Flow.Publisher<? extends R>> publishers) {
    Objects.requireNonNull(publishers, "publishers is null");
    return MutinyMerge.<Flow.Publisher<? extends R>, R>created(
        settings, new IterablePublisher<>(publishers), source -> source, null);
  }

  /**
   * Merges the publishers that a {@link Multi} emits, by {@link Multi#plug}: see {@link
   * Merge#merge}.
   *
   * @param <P> the type of the sources
   * @param <R> the type of the items
   * @return the operator
   */
  public <P extends Flow.Publisher<? extends R>, R extends T>
      Function<Multi<P>, Multi<R>> merging() {
    return sources -> merged(settings, MergedMulti.intercepted(sources), source -> source, null);
  }

  /**
   * Merges the publishers that a mapper makes of the items of a {@link Multi}, by {@link
   * Multi#plug}: see {@link Merge#flatMap(Publisher, Function)}.
   *
   * @param mapper makes an inner source of an outer item
   * @param <S> the type of the outer items
   * @param <R> the type of the items
   * @return the operator
   */
  public <S, R extends T> Function<Multi<S>, Multi<R>> flatMapping(
      Function<? super S, ? extends Flow.Publisher<? extends R>> mapper) {
    Function<? super S, ? extends Flow.Publisher<? extends R>> decorated = decorated(mapper);
    return source -> merged(settings, MergedMulti.<S>intercepted(source), decorated, null);
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
  public <S, R extends T> Function<Multi<S>, Multi<R>> flatMapping(
      Function<? super S, ? extends Flow.Publisher<? extends R>> mapper,
      Consumer<? super S> onDiscardOuter) {
    Function<? super S, ? extends Flow.Publisher<? extends R>> decorated = decorated(mapper);
    nonNull(onDiscardOuter);
    return source ->
        merged(settings, MergedMulti.<S>intercepted(source), decorated, onDiscardOuter);
  }

  /**
   * Makes a merge of sources that come and go: see {@link Merge#mergeDynamic()}.
   *
   * @param <R> the type of the items
   * @return the merge
   */
  public <R extends T> DynamicMulti<R> mergeDynamic() {
    return new DynamicMulti<>(settings, null);
  }

  /**
   * As {@link #mergeDynamic()}, for sources that must be released: see {@link
   * Merge#mergeDynamic(Consumer)}.
   *
   * @param onDiscardSource called with each accepted source that is not subscribed to
   * @param <R> the type of the items
   * @return the merge
   */
  public <R extends T> DynamicMulti<R> mergeDynamic(
      Consumer<? super Flow.Publisher<? extends R>> onDiscardSource) {
    return new DynamicMulti<>(
        settings, Objects.requireNonNull(onDiscardSource, "onDiscardSource is null"));
  }

  private static <S, P> Function<S, P> decorated(Function<S, P> mapper) {
    return Infrastructure.decorate(Objects.requireNonNull(mapper, "mapper is null"));
  }

  /** Makes a stream that Mutiny's interceptors see, as {@code plug} does for its operator. */
  private static <S, R> Multi<R> created(
      MergeSettings<? super R> settings,
      Publisher<? extends S> source,
      Function<? super S, ? extends Flow.Publisher<? extends R>> mapper,
      @Nullable Consumer<? super S> onDiscardOuter) {
    return Infrastructure.onMultiCreation(
        MutinyMerge.<S, R>merged(settings, source, mapper, onDiscardOuter));
  }

  private static <S, R> Multi<R> merged(
      MergeSettings<? super R> settings,
      Publisher<? extends S> source,
      Function<? super S, ? extends Flow.Publisher<? extends R>> mapper,
      @Nullable Consumer<? super S> onDiscardOuter) {
    return new MergedMulti<S, R>(
        source,
        settings,
        FlowSource.<S, R>mapping(mapper),
        settings.hooks().<S>discarding(onDiscardOuter));
  }

  private static <H> H nonNull(H onDiscardOuter) {
    return Objects.requireNonNull(onDiscardOuter, "onDiscardOuter is null");
  }
}
