package org.reactiveserializer.rxjava3;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableTransformer;
import io.reactivex.rxjava3.functions.Function;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.Objects;
import java.util.function.Consumer;
import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.Merge;
import org.reactiveserializer.internal.operator.Bridges;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactivestreams.Publisher;

/**
 * {@link Merge} for RxJava 3.
 *
 * <pre>{@code
 * Flowable<Integer> all = RxMerge.of(Merge.withDefaults(), List.of(a, b, c));
 * Flowable<Row> rows =
 *     ids.compose(RxMerge.flatMap(Merge.withDefaults().concurrency(16), id -> query(id)));
 * }</pre>
 *
 * <p>Threads, order, demand, errors and the outcome of each item are those of {@link Merge}. The
 * sources may be publishers of any library. They get subscribers of RxJava's own type, which a
 * {@code Flowable} calls directly; in front of any other it puts one of its own, which drops items
 * that overlap (§1.3) or that are emitted from within {@code onNext}. Operator fusion is neither
 * requested nor offered.
 *
 * <p><b>Hooks</b> are as with {@link RxSerializer}. RxJava's assembly hooks see each {@code Flowable} that
 * is made here, except those of {@link #from}.
 */
@SuppressWarnings("exports") // a user of this class requires RxJava anyway
public final class RxMerge {
  private RxMerge() {}

  /**
   * Merges some publishers: see {@link Merge#of(Iterable)}.
   *
   * @param merge the settings
   * @param publishers the sources
   * @param <R> the type of the items
   * @return the merged stream
   */
  public static <R> Flowable<R> of(
      Merge<? super R> merge, Iterable<? extends Publisher<? extends R>> publishers) {
    return RxJavaPlugins.onAssembly(RxDialect.merged(RxMerge.<R>settings(merge).plan(publishers)));
  }

  /**
   * Merges the publishers that a mapper makes of the items: see {@link Merge#flatMap(Publisher,
   * java.util.function.Function)}.
   *
   * @param merge the settings
   * @param mapper makes an inner source of an outer item; may throw a checked exception
   * @param <S> the type of the outer items
   * @param <R> the type of the items
   * @return an operator for {@link Flowable#compose}
   */
  public static <S, R> FlowableTransformer<S, R> flatMap(
      Merge<? super R> merge, Function<? super S, ? extends Publisher<? extends R>> mapper) {
    return flatMap(merge, mapper, outer -> {});
  }

  /**
   * As {@link #flatMap(Merge, Function)}, for outer items that must be released: see {@link
   * Merge#flatMap(Publisher, java.util.function.Function, Consumer)}.
   *
   * @param merge the settings
   * @param mapper makes an inner source of an outer item; may throw a checked exception
   * @param onDiscardOuter called with each outer item whose inner source is not subscribed to
   * @param <S> the type of the outer items
   * @param <R> the type of the items
   * @return an operator for {@link Flowable#compose}
   */
  public static <S, R> FlowableTransformer<S, R> flatMap(
      Merge<? super R> merge,
      Function<? super S, ? extends Publisher<? extends R>> mapper,
      Consumer<? super S> onDiscardOuter) {
    MergeSettings<R> settings = settings(merge);
    Objects.requireNonNull(mapper, "mapper is null");
    Objects.requireNonNull(onDiscardOuter, "onDiscardOuter is null");
    return source ->
        RxDialect.merged(settings.plan(source, item -> map(mapper, item), onDiscardOuter));
  }

  /**
   * Returns a merge of sources that come and go as a {@link Flowable}.
   *
   * @param merge the merge
   * @param <T> the type of the items
   * @return the merged stream
   */
  public static <T> Flowable<T> from(DynamicMerge<T> merge) {
    return RxDialect.merged(Bridges.sources(merge).plan(RxJavaPlugins::onError));
  }

  private static <R> MergeSettings<R> settings(Merge<? super R> merge) {
    return Bridges.settings(merge, RxJavaPlugins::onError);
  }

  private static <S, P> P map(Function<S, P> mapper, S item) {
    try {
      return mapper.apply(item);
    } catch (Throwable thrown) { // the merge accepts any, also a checked one
      throw Bridges.<RuntimeException>same(thrown);
    }
  }
}
