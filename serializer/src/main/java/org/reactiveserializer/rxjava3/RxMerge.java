package org.reactiveserializer.rxjava3;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableTransformer;
import io.reactivex.rxjava3.functions.Function;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.Merge;
import org.reactiveserializer.internal.operator.Bridges;
import org.reactiveserializer.internal.operator.IterablePublisher;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * {@link Merge} for RxJava 3: {@code merge} and {@code flatMap} of {@link Flowable}s.
 *
 * <pre>{@code
 * Flowable<Integer> all = RxMerge.withDefaults().of(a, b, c);
 * Flowable<Row> rows =
 *     ids.compose(RxMerge.with(Merge.withDefaults().concurrency(16)).flatMapping(id -> query(id)));
 * }</pre>
 *
 * <p>Threads, order, fairness, demand, errors and the outcome of each item are those of {@link
 * Merge}. The sources get subscribers of RxJava's own type, so a {@code Flowable} calls them
 * directly. In front of any other subscriber {@link Flowable#subscribe(Subscriber)} puts one of its
 * own, which drops items that overlap (§1.3) or that are emitted from within {@code onNext}.
 * Sources may be publishers of any library.
 *
 * <p><b>Hooks.</b> If the {@link Merge} has no {@linkplain Merge#onErrorDropped dropped-error hook},
 * dropped errors go to {@link RxJavaPlugins#onError}. RxJava's assembly hooks see each {@code
 * Flowable} that is made here.
 *
 * <p>Operator fusion is neither requested nor offered.
 *
 * <p>Immutable, as {@code Merge} is.
 *
 * @param <T> the type of the items that the hooks accept; without hooks, any
 */
@SuppressWarnings("exports") // a user of this class requires RxJava anyway
public final class RxMerge<T> {
  private final MergeSettings<T> settings;

  private RxMerge(MergeSettings<T> settings) {
    this.settings = settings;
  }

  /**
   * Returns a factory of merged streams with these settings.
   *
   * @param merge the settings
   * @param <T> the type of the items that the hooks accept
   * @return the factory
   */
  public static <T> RxMerge<T> with(Merge<T> merge) {
    return new RxMerge<>(Bridges.mergeSettings(merge, RxJavaPlugins::onError));
  }

  /**
   * Returns a factory with RxJava's own defaults: concurrency and prefetch are {@link
   * Flowable#bufferSize}, and errors are immediate.
   *
   * @param <T> the type of the items
   * @return the factory
   */
  public static <T> RxMerge<T> withDefaults() {
    int size = Flowable.bufferSize();
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
  public final <R extends T> Flowable<R> of(Publisher<? extends R>... publishers) {
    return merged(IterablePublisher.ofSources(publishers));
  }

  /**
   * Merges some publishers: see {@link Merge#of(Iterable)}.
   *
   * @param publishers the sources
   * @param <R> the type of the items
   * @return the merged stream
   */
  public <R extends T> Flowable<R> of(Iterable<? extends Publisher<? extends R>> publishers) {
    Objects.requireNonNull(publishers, "publishers is null");
    return merged(new IterablePublisher<>(publishers));
  }

  /**
   * Merges the publishers that a {@link Flowable} emits, by {@link Flowable#compose}: see {@link
   * Merge#merge}.
   *
   * @param <R> the type of the items
   * @return the operator
   */
  public <R extends T> FlowableTransformer<Publisher<? extends R>, R> merging() {
    return operator(settings, source -> source, null);
  }

  /**
   * Merges the publishers that a mapper makes of the items of a {@link Flowable}, by {@link
   * Flowable#compose}: see {@link Merge#flatMap(Publisher, java.util.function.Function)}.
   *
   * @param mapper makes an inner source of an outer item. If it throws, the outer source counts as
   *     failed with what it throws, which may be a checked exception
   * @param <S> the type of the outer items
   * @param <R> the type of the items
   * @return the operator
   */
  public <S, R extends T> FlowableTransformer<S, R> flatMapping(
      Function<? super S, ? extends Publisher<? extends R>> mapper) {
    return operator(settings, mapper, null);
  }

  /**
   * As {@link #flatMapping(Function)}, for outer items that must be released: see {@link
   * Merge#flatMap(Publisher, java.util.function.Function, Consumer)}.
   *
   * @param mapper makes an inner source of an outer item
   * @param onDiscardOuter called with each outer item whose inner source is not subscribed to
   * @param <S> the type of the outer items
   * @param <R> the type of the items
   * @return the operator
   */
  public <S, R extends T> FlowableTransformer<S, R> flatMapping(
      Function<? super S, ? extends Publisher<? extends R>> mapper,
      Consumer<? super S> onDiscardOuter) {
    return operator(settings, mapper, nonNull(onDiscardOuter));
  }

  /**
   * Makes a merge of sources that come and go: see {@link Merge#mergeDynamic()}.
   *
   * @param <R> the type of the items
   * @return the merge
   */
  public <R extends T> DynamicFlowable<R> mergeDynamic() {
    return new DynamicFlowable<>(settings, null);
  }

  /**
   * As {@link #mergeDynamic()}, for sources that must be released: see {@link
   * Merge#mergeDynamic(Consumer)}.
   *
   * @param onDiscardSource called with each accepted source that is not subscribed to
   * @param <R> the type of the items
   * @return the merge
   */
  public <R extends T> DynamicFlowable<R> mergeDynamic(
      Consumer<? super Publisher<? extends R>> onDiscardSource) {
    return new DynamicFlowable<>(
        settings, Objects.requireNonNull(onDiscardSource, "onDiscardSource is null"));
  }

  private <R extends T> Flowable<R> merged(Publisher<? extends Publisher<? extends R>> sources) {
    return RxMerge.<Publisher<? extends R>, R>operator(settings, source -> source, null)
        .of(sources);
  }

  private static <S, R> MergeOperator<S, R> operator(
      MergeSettings<? super R> settings,
      Function<? super S, ? extends Publisher<? extends R>> mapper,
      @Nullable Consumer<? super S> onDiscardOuter) {
    Objects.requireNonNull(mapper, "mapper is null");
    return new MergeOperator<>(settings, mapper, settings.hooks().<S>discarding(onDiscardOuter));
  }

  private static <H> H nonNull(H onDiscardOuter) {
    return Objects.requireNonNull(onDiscardOuter, "onDiscardOuter is null");
  }
}
