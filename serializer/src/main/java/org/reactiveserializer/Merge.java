package org.reactiveserializer;

import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.operator.Bridges;
import org.reactiveserializer.internal.operator.Elements;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactiveserializer.internal.operator.Merger;
import org.reactiveserializer.internal.operator.Rehearsal;
import org.reactivestreams.Publisher;

/**
 * Settings for, and the maker of, publishers that merge several sources into one stream, whichever
 * threads the sources signal from.
 *
 * <pre>{@code
 * Publisher<Integer> all = Merge.concurrency(16).prefetch(128).of(a, b, c);
 * Publisher<Row> rows = Merge.concurrency(16).flatMap(ids, id -> query(id));
 * Publisher<ByteBuf> bytes = Merge.<ByteBuf>concurrency(16).onDiscard(ByteBuf::release).of(a, b);
 * Publisher<Row> safe = Merge.concurrency(16).flatMap(connections, c -> rows(c), c -> c.close());
 * }</pre>
 *
 * <p>Immutable: each method that changes a setting returns another merge, so one can be kept in a
 * constant, used by any number of threads, and make any number of publishers.
 *
 * <p><b>Threads.</b> As with {@link SerializedSubscriber}: no lock, no blocking. A thread that brings
 * an item while nobody emits delivers it in its own call; one that meets another that emits leaves
 * the item to that one. Sources are subscribed to by the thread that brings the outer item, and
 * asked for more by the thread that delivered what they brought.
 *
 * <p><b>Order and fairness.</b> Items are delivered in the order in which they came to the merge,
 * whatever their source; so those of one source in that source's order. An item waits only for those
 * that came before it, of which there are at most {@code concurrency × prefetch}: no source can keep
 * another one waiting longer.
 *
 * <p><b>Demand.</b> The downstream gets no more than it requested (§1.1). Each source is asked for
 * {@link #prefetch} items at first, and for more when three quarters of that are delivered.
 * Of the outer source as many items are requested as sources may live at a time, and one more
 * whenever a source has ended and its items are delivered.
 *
 * <p><b>Cost.</b> That of a source which says nothing is its memory. Beginning, ending and
 * cancelling one takes constant time, however many there are.
 *
 * <p><b>Fate.</b> Every item that an inner source brings is delivered or given to the {@linkplain
 * #onDiscard discard hook}, once. Every item of the outer source has its inner source subscribed to, or is given to
 * a {@linkplain #flatMap(Publisher, Function, Consumer) hook of its own}, once; without one it is let go. If the downstream throws (§2.13), the throwable goes on to the thread that
 * happened to emit, all sources are cancelled, and what waits is discarded.
 *
 * <p><b>Sources that break the rules</b> cannot break the stream. One that signals a null item or more
 * items than were requested, or throws from {@code subscribe} or {@code request}, is cancelled; its
 * error is then one that names the rule and the source, or what it threw. So is an outer source of
 * whose item the mapper makes no publisher. A second {@code onSubscribe} is cancelled (§2.5), and
 * signals after the end are discarded; both are reported to the {@linkplain #onDropped dropped-error
 * hook}, and so is what {@code cancel} throws. A source that signals from several threads at once is
 * serialized as if it were several.
 *
 * <p><b>Sources that need a bridge.</b> Use {@code RxMerge} for a {@code Flowable}, {@code ReactorMerge} for a
 * {@code Flux} or a {@code Mono}, {@code MutinyMerge} for a {@code Multi}, and {@code FlowMerge} for another
 * {@code Flow.Publisher}. They take these settings. A {@code Multi} is a publisher of {@code Flow}, so this
 * class does not accept it. A {@code Flowable} or a {@code Flux} puts a subscriber of its own in front of one
 * that is not of its library, and so in front of this merge's. That subscriber drops an item that overlaps with
 * another (§1.3), or that is emitted from within {@code onNext}, silently; and a {@code Flux} behind it does
 * not see the context of the downstream, nor its discard hook. That holds for the outer source, for what the
 * mapper returns, and for a {@code Flowable} or a {@code Flux} that was made a publisher of another kind.
 * Sources that keep the rules and are not fed from within {@code onNext} lose nothing.
 *
 * @param <T> what the hooks accept: all items must be of this type. Without hooks, any
 */
public final class Merge<T> {
  static {
    Rehearsal.merge();
    Bridges.openMerge(merge -> ((Merge<?>) merge).settings);
  }

  private static final int PREFETCH = 128;

  private final MergeSettings<T> settings;

  private Merge(MergeSettings<T> settings) {
    this.settings = settings;
  }

  /**
   * Returns settings with a limit of concurrency, a prefetch of 128, immediate errors and no hooks.
   *
   * <p>So many sources are requested of the outer source at first. When some have ended, that many are requested again,
   * as soon as they are no fewer than those that were requested and have not come. So one request may stand for several, and
   * the outer source never waits for a request while there is room for a source.
   *
   * @param concurrency how many sources may be subscribed to at a time, a positive number; {@link
   *     Integer#MAX_VALUE}: any number
   * @param <T> what the hooks accept
   * @return the settings
   * @throws IllegalArgumentException if {@code concurrency} is not positive
   */
  public static <T> Merge<T> concurrency(int concurrency) {
    return new Merge<>(
        new MergeSettings<>(
            Check.positive(concurrency, "concurrency"), PREFETCH, false, Hooks.none()));
  }

  /**
   * Sets how many items of one source may be under way or wait.
   *
   * @param prefetch a positive number; {@link Integer#MAX_VALUE}: any number
   * @return these settings with the prefetch changed
   * @throws IllegalArgumentException if {@code prefetch} is not positive
   */
  public Merge<T> prefetch(int prefetch) {
    return new Merge<>(
        new MergeSettings<>(
            settings.concurrency(),
            Check.positive(prefetch, "prefetch"),
            settings.delaysErrors(),
            settings.hooks()));
  }

  /**
   * Sets what the error of a source, the outer one and the mapper included, does to the others.
   *
   * @param mode {@link ErrorMode#IMMEDIATE}: the others are cancelled, what waits is discarded, and
   *     the error is signalled. {@link ErrorMode#DELAYED}: it is signalled when all sources have
   *     ended and all items are delivered. If several sources failed, with different errors, then a
   *     fresh {@link RuntimeException} is signalled instead. Its message says how many failed. Its
   *     {@linkplain Throwable#getCause cause} is the error that came first. The others are
   *     {@linkplain Throwable#getSuppressed suppressed} in it, in the order in which they came, each
   *     once. Nothing is written to an error of a source. So with a cancellation: what is dropped is
   *     then the one error, or the fresh one
   * @return these settings with the mode changed
   */
  public Merge<T> errors(ErrorMode mode) {
    Objects.requireNonNull(mode, "mode is null");
    return new Merge<>(
        new MergeSettings<>(
            settings.concurrency(),
            settings.prefetch(),
            mode == ErrorMode.DELAYED,
            settings.hooks()));
  }

  /**
   * Sets a hook that gets every item that a source brought and that is not delivered, once. See
   * {@link Serializer#onDiscard}: the same holds here.
   *
   * @param hook the hook, in place of the one set before
   * @return these settings with the hook changed
   */
  public Merge<T> onDiscard(Consumer<? super T> hook) {
    Objects.requireNonNull(hook, "hook is null");
    return hooks(new Hooks<>(hook, settings.hooks().onDropped()));
  }

  /**
   * Sets a hook that gets every error that can no longer be signalled, as with {@link
   * Serializer#onDropped}, and what sources do against the rules after their end.
   *
   * @param hook the hook, in place of the one set before
   * @return these settings with the hook changed
   */
  public Merge<T> onDropped(Consumer<? super Throwable> hook) {
    Objects.requireNonNull(hook, "hook is null");
    return hooks(new Hooks<>(settings.hooks().onDiscard(), hook));
  }

  private Merge<T> hooks(Hooks<T> hooks) {
    return new Merge<>(
        new MergeSettings<>(
            settings.concurrency(), settings.prefetch(), settings.delaysErrors(), hooks));
  }

  /**
   * Merges some publishers.
   *
   * @param publishers the sources; the array is copied
   * @param <R> the type of the items
   * @return the merged stream, which subscribes to them anew for each subscriber
   * @throws NullPointerException if a publisher is null; the message has its index
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // it is read only
  public final <R extends T> Publisher<R> of(Publisher<? extends R>... publishers) {
    return merge(Elements.ofSources(publishers));
  }

  /**
   * Merges some publishers. The iterable is iterated for each subscriber, no further than {@link
   * #concurrency} allows at a time. A publisher in it that is null is an error of the stream.
   *
   * @param publishers the sources
   * @param <R> the type of the items
   * @return the merged stream
   */
  public <R extends T> Publisher<R> of(
      Iterable<? extends Publisher<? extends R>> publishers) {
    Objects.requireNonNull(publishers, "publishers is null");
    return merge(new Elements<>(publishers));
  }

  /**
   * Merges the publishers that a publisher publishes.
   *
   * @param sources publishes the sources
   * @param <R> the type of the items
   * @return the merged stream
   */
  public <R extends T> Publisher<R> merge(
      Publisher<? extends Publisher<? extends R>> sources) {
    return flatMap(sources, source -> source);
  }

  /**
   * Merges the publishers that a mapper makes of the items of a source.
   *
   * @param source the outer source
   * @param mapper makes an inner source of an outer item; called by the thread that brings that item,
   *     one call at a time. If it throws or returns null, the outer source is cancelled, and that is
   *     its error. Outer items that have to be released need {@linkplain #flatMap(Publisher,
   *     Function, Consumer) a hook}
   * @param <S> the type of the outer items
   * @param <R> the type of the items
   * @return the merged stream
   */
  public <S, R extends T> Publisher<R> flatMap(
      Publisher<? extends S> source,
      Function<? super S, ? extends Publisher<? extends R>> mapper) {
    return flatMap(source, mapper, Hooks.<S>none());
  }

  /**
   * As {@link #flatMap(Publisher, Function)}, for outer items that have to be released. Every one has its inner
   * source subscribed to, which is then what answers for it, or is given to {@code onDiscardOuter}: exactly one of the
   * two, in every race. The hook gets
   *
   * <ul>
   *   <li>what comes after the end, by whatever it came about: a cancellation, an error, a downstream that threw, or
   *       the end of the outer source itself; the mapper does not see these;
   *   <li>an item for which the mapper throws or returns null: there is nothing that could answer for it;
   *   <li>an item whose inner source is not subscribed to, because the end came while the mapper ran.
   * </ul>
   *
   * <p><b>Threads.</b> The hook is called by the thread that brings the item, before its {@code onNext} returns. If the outer
   * source breaks §1.3, that may be several at the same time. What the hook throws goes to {@link #onDropped}, but a
   * {@code StackOverflowError} goes on to the calling thread. If the stack or the heap ends while an inner source is subscribed to,
   * that counts as subscribed to. A null item is refused by an exception (§2.13) and reaches no hook.
   *
   * @param source the outer source
   * @param mapper makes an inner source of an outer item
   * @param onDiscardOuter the hook
   * @param <S> the type of the outer items
   * @param <R> the type of the items
   * @return the merged stream
   */
  public <S, R extends T> Publisher<R> flatMap(
      Publisher<? extends S> source,
      Function<? super S, ? extends Publisher<? extends R>> mapper,
      Consumer<? super S> onDiscardOuter) {
    Objects.requireNonNull(onDiscardOuter, "onDiscardOuter is null");
    return flatMap(source, mapper, new Hooks<S>(onDiscardOuter, settings.hooks().onDropped()));
  }

  private <S, R extends T> Publisher<R> flatMap(
      Publisher<? extends S> source,
      Function<? super S, ? extends Publisher<? extends R>> mapper,
      Hooks<S> outerHooks) {
    Objects.requireNonNull(source, "source is null");
    Objects.requireNonNull(mapper, "mapper is null");
    return downstream -> {
      Objects.requireNonNull(downstream, "downstream is null (§1.9)");
      new Merger<S, R>(settings, mapper, outerHooks, downstream).start(source);
    };
  }
}
