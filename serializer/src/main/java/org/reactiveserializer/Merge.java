package org.reactiveserializer;

import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Function;
import org.reactiveserializer.internal.engine.Hooks;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactiveserializer.internal.operator.SerialSettings;
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
 * <p>The settings are as those of {@link Serializer}: immutable, and for any number of uses.
 *
 * <p><b>Threads.</b> As in {@link SerialSubscriber}, no thread blocks: a thread that emits an item delivers
 * it, or hands it over to the thread that delivers, which goes on for as long as others hand something
 * over: a merge has no drain limit. The thread that emits an outer item subscribes to its inner source.
 * The thread that delivers the items of an inner source requests more of them.
 *
 * <p><b>Order and fairness.</b> Items are delivered in the order in which the merge got them, by
 * happens-before, whatever their source. So an item waits only for those that arrived before it, at
 * most {@code concurrency × prefetch}.
 *
 * <p><b>Demand.</b> The downstream gets no more items than it requested (§1.1). A request that is
 * not positive ends the stream with an {@link IllegalArgumentException} (§3.9). What is requested of
 * the sources: {@link #concurrency} and {@link #prefetch}.
 *
 * <p><b>Cost.</b> A source that signals nothing costs only its memory. To begin or to end one takes
 * constant time.
 *
 * <p><b>Every item has one outcome.</b> An item of an inner source is either delivered or given to
 * the {@linkplain #onDiscard discard hook}, once. For an item of the outer source see {@linkplain
 * #flatMap(Publisher, Function, Consumer) its hook}. If the downstream throws (§2.13), all sources are
 * cancelled, and the items that wait are discarded. A merge whose source gets a {@link
 * StackOverflowError} may wait until it is cancelled, since that source signals nothing more.
 *
 * <p><b>Sources that break the rules</b> cannot break the stream. A source that signals null or too
 * many items, or that throws from {@code subscribe} or {@code request}, is cancelled, and counts as
 * failed. So does an outer source if the mapper throws or returns null. What breaks a rule after the
 * end of its source, a second subscription, and what {@code cancel} throws go to {@link
 * #onErrorDropped}. A source that signals from several threads is serialized, too.
 *
 * <p><b>Libraries.</b> If the sources are of RxJava, Reactor or Mutiny, let them see the merge through
 * {@code RxSerializer.flowable}, {@code ReactorSerializer.flux} or {@code MutinySerializer.multi}: then they
 * get subscribers of their own type, with the context of the downstream. Otherwise a {@code Flowable} or a
 * {@code Flux} puts a subscriber of its own in front of the merge's, which silently drops items that
 * overlap (§1.3) or that are emitted from within {@code onNext}. Sources may be publishers of any library.
 *
 * @param <T> the type of the items that the hooks accept; without hooks, any
 */
public final class Merge<T> {
  private static final int CONCURRENCY = 256;
  private static final int PREFETCH = 128;

  private static final Merge<Object> DEFAULTS =
      new Merge<>(new MergeSettings<>(CONCURRENCY, PREFETCH, SerialSettings.of(Hooks.none())));

  private final MergeSettings<T> settings;

  private Merge(MergeSettings<T> settings) {
    this.settings = settings;
  }

  /**
   * Returns settings with a concurrency of 256, a prefetch of 128, immediate errors and no hooks.
   *
   * @param <T> the type of the items that the hooks accept
   * @return the settings
   */
  @SuppressWarnings("unchecked") // it has no hooks, and what it makes is of the caller's type
  public static <T> Merge<T> withDefaults() {
    return (Merge<T>) DEFAULTS;
  }

  /**
   * Sets how many inner sources may be subscribed to at a time.
   *
   * <p>So many items are requested of the outer source at first, then one for each inner source that has
   * ended; perhaps several together, but before the outer source has no request left.
   *
   * @param concurrency a positive number; {@link Integer#MAX_VALUE}: any number
   * @param <R> the type of the items that the hooks accept then
   * @return these settings with the concurrency changed
   * @throws IllegalArgumentException if {@code concurrency} is not positive
   */
  public <R extends T> Merge<R> concurrency(int concurrency) {
    Check.positive(concurrency, "concurrency");
    return new Merge<>(this.<R>settings().limited(concurrency, settings.prefetch()));
  }

  /**
   * Sets how many items of one inner source may be requested or waiting, in total. So many are
   * requested at first; each time three quarters of them are delivered, as many again.
   *
   * @param prefetch a positive number; {@link Integer#MAX_VALUE}: any number
   * @param <R> the type of the items that the hooks accept then
   * @return these settings with the prefetch changed
   * @throws IllegalArgumentException if {@code prefetch} is not positive
   */
  public <R extends T> Merge<R> prefetch(int prefetch) {
    Check.positive(prefetch, "prefetch");
    return new Merge<>(this.<R>settings().limited(settings.concurrency(), prefetch));
  }

  /**
   * Sets what the error of a source, or of the mapper, does to the other sources.
   *
   * <p>If errors are {@linkplain ErrorMode#IMMEDIATE immediate}, the other sources are cancelled,
   * the items that wait are discarded, and the error is signalled. If they are {@linkplain
   * ErrorMode#DELAYED delayed}, it is signalled when all sources have ended and all items are
   * delivered, or dropped if the downstream cancels before. Several different errors become a fresh
   * {@link RuntimeException}, whose {@linkplain Throwable#getCause cause} is the first one; the others
   * are {@linkplain Throwable#getSuppressed suppressed} in it, in order, each once. (The bridges signal
   * the composite of their library.) Nothing is written to an error of a source.
   *
   * @param mode the mode
   * @param <R> the type of the items that the hooks accept then
   * @return these settings with the mode changed
   */
  public <R extends T> Merge<R> errors(ErrorMode mode) {
    Objects.requireNonNull(mode, "mode is null");
    return with(this.<R>settings().common().with(mode));
  }

  /**
   * Sets a hook that is called exactly once for every item of an inner source that is not
   * delivered: see {@link Serializer#onDiscard}.
   *
   * @param hook the hook, in place of the one set before
   * @param <R> the type of the items that the hooks accept then
   * @return these settings with the hook changed
   */
  public <R extends T> Merge<R> onDiscard(Consumer<? super R> hook) {
    Objects.requireNonNull(hook, "hook is null");
    return with(this.<R>settings().common().hooks().<R>discarding(hook));
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
    return with(this.<R>settings().common().hooks().dropping(hook));
  }

  /**
   * Sets a name for the merged streams: see {@link Serializer#named}.
   *
   * @param name the name
   * @param <R> the type of the items that the hooks accept then
   * @return these settings with the name changed
   */
  public <R extends T> Merge<R> named(String name) {
    Objects.requireNonNull(name, "name is null");
    return with(this.<R>settings().common().hooks().named(name));
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
    return with(this.<R>settings().common().with(Serializer.threadLocals()));
  }

  private <R extends T> Merge<R> with(Hooks<R> hooks) {
    return with(this.<R>settings().common().with(hooks));
  }

  private <R extends T> Merge<R> with(SerialSettings<R> common) {
    return new Merge<>(settings.with(common));
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
    return flatMap(new Sources.OfIterable<>(publishers), source -> source);
  }

  /**
   * Merges the publishers that a mapper makes of the items of a source.
   *
   * @param source the outer source
   * @param mapper makes an inner source of an outer item. The thread that emits the outer item
   *     calls it, one call at a time if the outer source keeps §1.3. If it throws or returns null,
   *     the outer source is cancelled and counts as failed with that
   * @param <S> the type of the outer items
   * @param <R> the type of the items
   * @return the merged stream
   */
  public <S, R extends T> Publisher<R> flatMap(
      Publisher<? extends S> source, Function<? super S, ? extends Publisher<? extends R>> mapper) {
    return this.<R>settings().plan(source, mapper, null);
  }

  /**
   * As {@link #flatMap(Publisher, Function)}, for outer items that must be released. For each of
   * them, also in every race: its inner source is subscribed to, and is responsible for the item; or
   * {@code onDiscardOuter} gets it, since it came after an end, the mapper threw or returned null, or
   * the end came while the mapper ran.
   *
   * <p><b>Threads.</b> The hook is called by the thread that emits the item, before its {@code onNext}
   * returns; by several at the same time if the outer source breaks §1.3. What it throws goes to {@link
   * #onErrorDropped}. If stack or heap end in {@code subscribe} of an inner source, that counts as
   * subscribed to.
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
    return this.<R>settings().plan(source, mapper, onDiscardOuter);
  }

  /**
   * As {@link #of(Iterable)}, for publishers of {@link Flow}, such as a {@code Multi}.
   *
   * @param publishers the sources
   * @param <R> the type of the items
   * @return the merged stream
   */
  public <R extends T> Publisher<R> ofFlow(
      Iterable<? extends Flow.Publisher<? extends R>> publishers) {
    return flatMap(
        new Sources.OfIterable<>(publishers),
        Sources.<Flow.Publisher<? extends R>, R>mapping(source -> source));
  }

  /**
   * As {@link #flatMap(Publisher, Function)}, for publishers of {@link Flow}, such as a {@code Multi}.
   *
   * @param source the outer source
   * @param mapper makes an inner source of an outer item
   * @param <S> the type of the outer items
   * @param <R> the type of the items
   * @return the merged stream
   */
  public <S, R extends T> Publisher<R> flatMapFlow(
      Flow.Publisher<? extends S> source,
      Function<? super S, ? extends Flow.Publisher<? extends R>> mapper) {
    return flatMap(Sources.of(source), Sources.<S, R>mapping(mapper));
  }

  /**
   * As {@link #flatMap(Publisher, Function, Consumer)}, for publishers of {@link Flow}.
   *
   * @param source the outer source
   * @param mapper makes an inner source of an outer item
   * @param onDiscardOuter the hook
   * @param <S> the type of the outer items
   * @param <R> the type of the items
   * @return the merged stream
   */
  public <S, R extends T> Publisher<R> flatMapFlow(
      Flow.Publisher<? extends S> source,
      Function<? super S, ? extends Flow.Publisher<? extends R>> mapper,
      Consumer<? super S> onDiscardOuter) {
    return flatMap(Sources.of(source), Sources.<S, R>mapping(mapper), onDiscardOuter);
  }

  /**
   * As {@link #flatMap(Publisher, Function)}, for a mapper that makes the stage of one value. A stage
   * whose value is null adds nothing. If a stage fails, its source fails with that error, without the
   * {@link java.util.concurrent.CompletionException} around it. If the stream is cancelled or fails,
   * stages that are not complete are cancelled; a value that is lost by that reaches no hook.
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
   * Makes a merge to which any thread may add sources, until it is closed, and from which it may remove
   * them.
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
}
