package org.reactiveserializer;

import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import org.reactiveserializer.internal.engine.Hooks;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactiveserializer.internal.operator.Merger;
import org.reactiveserializer.internal.operator.Sources;
import org.reactiveserializer.internal.settings.Check;
import org.reactivestreams.Publisher;

/**
 * Immutable settings and factory for publishers that merge several sources into one stream. The
 * sources may signal from any threads.
 *
 * <pre>{@code
 * Publisher<Integer> all = Merge.withDefaults().of(a, b, c);
 * Publisher<Row> rows = Merge.withDefaults().concurrency(16).prefetch(32).flatMap(ids, id -> query(id));
 * Publisher<ByteBuf> bytes = Merge.<ByteBuf>withDefaults().concurrency(16).onDiscard(ByteBuf::release).of(a, b);
 * Publisher<Row> safe = Merge.withDefaults().concurrency(16).flatMap(connections, c -> rows(c), c -> c.close());
 * }</pre>
 *
 * <p>Each method that changes a setting returns another merge, for items of the same type or of a
 * subtype: the hooks accept these as well. One merge can be kept in a constant,
 * used by any number of threads, and make any number of publishers.
 *
 * <p><b>Threads.</b> There is no lock and no blocking, as in {@link SerialSubscriber}. If a
 * thread emits an item while no other thread delivers, it delivers the item in its own call, or
 * leaves it to wait for demand. If another thread delivers, the item is handed over to that thread,
 * which continues for as long as others hand something over: a merge has no drain limit. The thread
 * that emits an outer item subscribes to the inner source of that item. The thread that delivers
 * the items of an inner source requests more of them.
 *
 * <p><b>Order and fairness.</b> Items are delivered in the order in which the merge got them,
 * whatever their source: one that arrived before another, by happens-before, is delivered first. So
 * the items of one source are delivered in that source's order. An item waits only for those that
 * arrived before it. These are at most {@code concurrency × prefetch}, so no source can make
 * another one wait longer.
 *
 * <p><b>Demand.</b> The downstream gets no more items than it requested (§1.1). A request that is
 * not positive ends the stream with an {@link IllegalArgumentException} (§3.9). {@link #prefetch}
 * items are requested of each inner source at first. Each time three quarters of that number are
 * delivered, as many are requested again. Of the outer source, {@link #concurrency}
 * items are requested at first. For each inner source that has ended and whose items are delivered,
 * one more is requested.
 *
 * <p><b>Cost.</b> A source that signals nothing costs only its memory. To begin, to end or to
 * cancel a source takes constant time, however many there are.
 *
 * <p><b>Every item has one outcome.</b> An item of an inner source is either delivered or given to
 * the {@linkplain #onDiscard discard hook}, once. For an item of the outer source, either its inner
 * source is subscribed to, or the item is given to {@linkplain #flatMap(Publisher, Function,
 * Consumer) a hook of its own}, once. Without such a hook the item is not reported. If the
 * downstream throws (§2.13), the throwable is rethrown to the thread that was delivering, all
 * sources are cancelled, and all items that wait are discarded.
 *
 * <p><b>Sources that break the rules</b> cannot break the stream. A source that signals a null item
 * or more items than were requested, or that throws from {@code subscribe} or {@code request}, is
 * cancelled. It then counts as failed with what it threw, or with an exception that names the rule
 * and the source. An outer source is also cancelled if the mapper throws or returns null. A second
 * subscription is cancelled (§2.5) and reported as a breach of §2.12, and signals after the end of
 * a source are discarded. Both are reported to the {@linkplain #onErrorDropped dropped-error hook}, and so is what {@code cancel} throws.
 * A source that signals from several threads at once is serialized as if it were several sources.
 *
 * <p><b>Sources that need a bridge.</b> Use {@code RxMerge} for a {@code Flowable}, {@code
 * ReactorMerge} for a {@code Flux} or a {@code Mono}, {@code MutinyMerge} for a {@code Multi}, and
 * {@code FlowMerge} for any other {@code Flow.Publisher}. They take these settings. A {@code Multi}
 * is a publisher of {@code Flow}, so this class does not accept it. A {@code Flowable} or a {@code
 * Flux} puts a subscriber of its own in front of one of another library, and so in front of this
 * merge's. That subscriber silently drops an item that overlaps with another (§1.3) or that is
 * emitted from within {@code onNext}. And a {@code Flux} then sees neither the context of the
 * downstream nor its discard hook. This holds for the outer source, for what the mapper returns,
 * and for a {@code Flowable} or a {@code Flux} that was converted to a publisher of another kind. A
 * source that keeps the rules, and whose items are not emitted from within {@code onNext}, loses
 * nothing.
 *
 * @param <T> the type of the items that the hooks accept; without hooks, any
 */
public final class Merge<T> {
  private static final int CONCURRENCY = 256;
  private static final int PREFETCH = 128;

  /** The settings, for the bridges. */
  final MergeSettings<T> settings;

  private Merge(MergeSettings<T> settings) {
    this.settings = settings;
  }

  /**
   * Returns settings with a concurrency of 256, a prefetch of 128, immediate errors and no hooks.
   *
   * @param <T> the type of the items that the hooks accept
   * @return the settings
   */
  public static <T> Merge<T> withDefaults() {
    return new Merge<>(
        new MergeSettings<>(CONCURRENCY, PREFETCH, ErrorMode.IMMEDIATE, Hooks.none(), null));
  }

  /**
   * Sets how many inner sources may be subscribed to at a time.
   *
   * <p>At first, {@code concurrency} items are requested of the outer source. When inner sources
   * end, that many more are requested. Requests may be combined, but the outer source never runs out
   * of requested items while there is room for an inner source.
   *
   * @param concurrency a positive number; {@link Integer#MAX_VALUE}: any number
   * @param <R> the type of the items that the hooks accept then
   * @return these settings with the concurrency changed
   * @throws IllegalArgumentException if {@code concurrency} is not positive
   */
  public <R extends T> Merge<R> concurrency(int concurrency) {
    return with(
        Check.positive(concurrency, "concurrency"),
        settings.prefetch(),
        settings.errors(),
        this.<R>hooks());
  }

  /**
   * Sets how many items of one inner source may be requested or waiting, in total.
   *
   * @param prefetch a positive number; {@link Integer#MAX_VALUE}: any number
   * @param <R> the type of the items that the hooks accept then
   * @return these settings with the prefetch changed
   * @throws IllegalArgumentException if {@code prefetch} is not positive
   */
  public <R extends T> Merge<R> prefetch(int prefetch) {
    return with(
        settings.concurrency(),
        Check.positive(prefetch, "prefetch"),
        settings.errors(),
        this.<R>hooks());
  }

  /**
   * Sets what the error of a source, or of the mapper, does to the other sources.
   *
   * <p>If errors are {@linkplain ErrorMode#IMMEDIATE immediate}, the other sources are cancelled,
   * the items that wait are discarded, and the error is signalled. If they are {@linkplain
   * ErrorMode#DELAYED delayed}, the error is signalled when all sources have ended and all items
   * are delivered. If several sources failed with different errors, a fresh {@link
   * RuntimeException} is signalled instead. Its message says how many failed. Its {@linkplain
   * Throwable#getCause cause} is the error that was signalled first. The others are {@linkplain
   * Throwable#getSuppressed suppressed} in it, in the order in which they were signalled, each
   * once. (The bridges signal what their library does: RxJava's or Mutiny's {@code
   * CompositeException}, or {@code Exceptions.multiple} of Reactor.) Nothing is written to an error of
   * a source. If the downstream cancels before the error is
   * signalled, the one delayed error, or the fresh one for several, is dropped.
   *
   * @param mode the mode
   * @param <R> the type of the items that the hooks accept then
   * @return these settings with the mode changed
   */
  public <R extends T> Merge<R> errors(ErrorMode mode) {
    Objects.requireNonNull(mode, "mode is null");
    return with(settings.concurrency(), settings.prefetch(), mode, this.<R>hooks());
  }

  /**
   * Sets a hook that is called exactly once for every item of an inner source that is not
   * delivered. See {@link Serializer#onDiscard}, which applies here as well.
   *
   * @param hook the hook, in place of the one set before
   * @param <R> the type of the items that the hooks accept then
   * @return these settings with the hook changed
   */
  public <R extends T> Merge<R> onDiscard(Consumer<? super R> hook) {
    Objects.requireNonNull(hook, "hook is null");
    return hooks(settings.hooks().<R>discarding(hook));
  }

  /**
   * Sets a hook that is called with every error that can no longer be signalled: see {@link
   * Serializer#onErrorDropped}. It also gets an error for each rule that a source breaks after its end.
   *
   * @param hook the hook, in place of the one set before
   * @param <R> the type of the items that the hooks accept then
   * @return these settings with the hook changed
   */
  public <R extends T> Merge<R> onErrorDropped(Consumer<? super Throwable> hook) {
    Objects.requireNonNull(hook, "hook is null");
    return hooks(this.<R>hooks().dropping(hook));
  }

  private <R> Merge<R> with(int concurrency, int prefetch, ErrorMode errors, Hooks<R> hooks) {
    return new Merge<>(
        new MergeSettings<>(concurrency, prefetch, errors, hooks, settings.threadLocals()));
  }

  private <R> Merge<R> hooks(Hooks<R> hooks) {
    return with(settings.concurrency(), settings.prefetch(), settings.errors(), hooks);
  }

  /**
   * Sets a name, which appears in {@code toString} of the merged stream's subscription, and in the
   * log of dropped errors.
   *
   * @param name the name
   * @param <R> the type of the items that the hooks accept then
   * @return these settings with the name changed
   */
  public <R extends T> Merge<R> named(String name) {
    return hooks(this.<R>hooks().named(Objects.requireNonNull(name, "name is null")));
  }

  /**
   * Lets each item that waits take thread-locals of the thread along that brought it: see {@link
   * Serializer#carryThreadLocals}. An item waits while another thread delivers, and for demand.
   *
   * @param <R> the type of the items that the hooks accept then
   * @return these settings with that
   * @throws IllegalStateException if context-propagation is missing, or too old
   */
  public <R extends T> Merge<R> carryThreadLocals() {
    return new Merge<>(
        new MergeSettings<>(
            settings.concurrency(),
            settings.prefetch(),
            settings.errors(),
            this.<R>hooks(),
            Serializer.threadLocals()));
  }

  private <R extends T> Hooks<R> hooks() {
    return this.<R>settings().hooks();
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the hooks accept any T
  private <R extends T> MergeSettings<R> settings() {
    return (MergeSettings<R>) settings;
  }

  /**
   * Merges some publishers. At most {@link #concurrency} of them are subscribed to at a time; the
   * others follow as sources end. For many sources that never end, set a concurrency.
   *
   * @param publishers the sources; the array is copied
   * @param <R> the type of the items
   * @return the merged stream; each of its subscribers gets subscriptions of its own to them
   * @throws NullPointerException if a publisher is null; the message has its index
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // it is read only
  public final <R extends T> Publisher<R> of(Publisher<? extends R>... publishers) {
    return of(Sources.of(publishers));
  }

  /**
   * Merges some publishers. Each subscriber iterates the iterable anew, and never further than
   * {@link #concurrency} allows. If an element is null, the outer source fails with a {@link
   * NullPointerException}.
   *
   * @param publishers the sources
   * @param <R> the type of the items
   * @return the merged stream
   */
  public <R extends T> Publisher<R> of(Iterable<? extends Publisher<? extends R>> publishers) {
    return merged(this.<R>settings().plan(publishers));
  }

  /**
   * Merges the publishers that a mapper makes of the items of a source.
   *
   * @param source the outer source
   * @param mapper makes an inner source of an outer item. The thread that emits the outer item
   *     calls it, one call at a time if the outer source keeps §1.3. If it throws or returns null,
   *     the outer source is cancelled and counts as failed with what was thrown, or with a {@link
   *     NullPointerException}. Outer items that must be released need {@linkplain
   *     #flatMap(Publisher, Function, Consumer) a hook}
   * @param <S> the type of the outer items
   * @param <R> the type of the items
   * @return the merged stream
   */
  public <S, R extends T> Publisher<R> flatMap(
      Publisher<? extends S> source, Function<? super S, ? extends Publisher<? extends R>> mapper) {
    return merged(this.<R>settings().plan(source, mapper, null));
  }

  /**
   * As {@link #flatMap(Publisher, Function)}, for outer items that must be released. For each of
   * them, exactly one of two things happens, also in every race: the inner source of the item is
   * subscribed to, and is responsible for the item from then on; or the item is given to {@code
   * onDiscardOuter}. The hook gets
   *
   * <ul>
   *   <li>an item that arrives after the end, which may be a cancellation, an error, a downstream
   *       that threw, or the end of the outer source itself; the mapper is not called for it;
   *   <li>an item for which the mapper throws or returns null: nothing else is responsible for it;
   *   <li>an item whose inner source is not subscribed to, because the end arrived while the mapper
   *       ran.
   * </ul>
   *
   * <p><b>Threads.</b> The hook is called by the thread that emits the item, before its {@code
   * onNext} returns. If the outer source breaks §1.3, several threads may call it at the same time.
   * What the hook throws goes to {@link #onErrorDropped}; only a {@link StackOverflowError} is rethrown
   * to the calling thread. If {@code subscribe} of an inner source is out of stack space or out of
   * memory, the inner source counts as subscribed to. A null item is refused by a {@link
   * NullPointerException} (§2.13) and reaches no hook.
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
    return merged(this.<R>settings().plan(source, mapper, onDiscardOuter));
  }

  /**
   * As {@link #flatMap(Publisher, Function)}, for a mapper that makes the stage of one value, such as
   * the answer to a call. A stage whose value is null adds nothing. If a stage fails, its source fails
   * with that error, without the {@link java.util.concurrent.CompletionException} around it. If the
   * merged stream is cancelled or fails, the stages that are not complete are cancelled, if they can be;
   * a value that is lost by that is not given to a hook.
   *
   * @param source the outer source
   * @param mapper makes a stage of an outer item
   * @param <S> the type of the outer items
   * @param <R> the type of the items
   * @return the merged stream
   */
  public <S, R extends T> Publisher<R> flatMapStage(
      Publisher<? extends S> source,
      Function<? super S, ? extends CompletionStage<? extends R>> mapper) {
    Objects.requireNonNull(mapper, "mapper is null");
    return flatMap(
        source,
        item ->
            new Sources.OfStage<R>(
                Objects.requireNonNull(mapper.apply(item), "the stage is null")));
  }

  /**
   * Makes a merge to which any thread may add sources, and from which it may remove them, until it is
   * closed.
   *
   * @param <R> the type of the items
   * @return the merge
   */
  public <R extends T> DynamicMerge<R> mergeDynamic() {
    return new DynamicMerge<>(this.<R>settings(), null);
  }

  /**
   * As {@link #mergeDynamic()}, for sources that must be released. Each source that was {@linkplain
   * AddedSource#isAccepted accepted} is either subscribed to or given to the hook, once. The hook gets a
   * source that waits when the merged stream ends, or that is removed while it waits.
   *
   * @param onDiscardSource the hook, called by the thread that ends the stream, removes or adds the source
   * @param <R> the type of the items
   * @return the merge
   */
  public <R extends T> DynamicMerge<R> mergeDynamic(
      Consumer<? super Publisher<? extends R>> onDiscardSource) {
    return new DynamicMerge<>(
        this.<R>settings(), Objects.requireNonNull(onDiscardSource, "onDiscardSource is null"));
  }

  private static <S, R> Publisher<R> merged(MergeSettings.Plan<S, R> plan) {
    return downstream -> {
      Objects.requireNonNull(downstream, "downstream is null (§1.9)");
      plan.start(new Merger<>(plan, downstream));
    };
  }
}
