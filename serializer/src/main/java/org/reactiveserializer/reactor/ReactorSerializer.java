package org.reactiveserializer.reactor;

import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Merge;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.internal.operator.Bridges;
import org.reactiveserializer.internal.operator.MergeSettings.Plan;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactivestreams.Publisher;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * The serializer for Reactor: an operator, a {@code Sinks.Many}, and the stream of a {@link
 * SerialSink} or of a {@link Merge} as a {@link Flux}.
 *
 * <pre>{@code
 * Flux<Row> rows = flux.transform(ReactorSerializer.serialize());
 * Sinks.Many<Row> many = ReactorSerializer.many();
 * Flux<Row> stream = ReactorSerializer.flux(sink);
 * Flux<Row> merged = ReactorSerializer.flux(Merge.withDefaults().flatMap(ids, id -> query(id)));
 * }</pre>
 *
 * <p><b>Hooks.</b> Without a {@linkplain Serializer#onDiscard discard hook}, discarded items go to
 * the discard hook of the subscriber's context ({@code doOnDiscard}). Without a {@linkplain
 * Serializer#onErrorDropped dropped-error hook}, dropped errors go to {@code Operators.onErrorDropped}
 * with that context.
 *
 * <p><b>Errors</b> wait for the items before them, as they do in Reactor, unless the {@link
 * Serializer} says otherwise.
 */
@SuppressWarnings("exports") // a user of this class requires Reactor anyway
public final class ReactorSerializer {
  private ReactorSerializer() {}

  /**
   * Returns the operator with the {@linkplain Serializer#withDefaults default settings}.
   *
   * @param <T> the type of the items
   * @return a function for {@link Flux#transform} and {@link Flux#transformDeferred}
   */
  public static <T> Function<Flux<T>, Flux<T>> serialize() {
    return serialize(Serializer.withDefaults());
  }

  /**
   * Returns an operator that passes the upstream's signals on, one at a time (§1.3): see {@link
   * Serializer#serialize}, and {@link SerialCoreSubscriber} for threads, order, bounds and errors. The
   * upstream sees the subscriber's context. Operator fusion is neither requested nor offered.
   *
   * @param serializer the settings
   * @param <T> the type of the items
   * @return a function for {@link Flux#transform} and {@link Flux#transformDeferred}
   */
  public static <T> Function<Flux<T>, Flux<T>> serialize(Serializer<? super T> serializer) {
    SerialSettings<T> settings = settings(serializer);
    return source -> new ReactorDialect.SerializedFlux<>(source, settings);
  }

  private static <T> SerialSettings<T> settings(Serializer<? super T> serializer) {
    return Bridges.<T>settings(serializer).delayingErrorsByDefault();
  }

  /**
   * Makes a subscriber that any thread may call: see {@link Serializer#wrap}.
   *
   * @param downstream gets the signals; use it for nothing else (§2.12)
   * @param serializer the settings
   * @param <T> the type of the items
   * @return the subscriber for the producers
   */
  public static <T> SerialCoreSubscriber<T> wrap(
      CoreSubscriber<? super T> downstream, Serializer<? super T> serializer) {
    Objects.requireNonNull(downstream, "downstream is null");
    return new ReactorDialect.Serial<>(ReactorSerializer.<T>settings(serializer), downstream);
  }

  /**
   * Returns a sink or a merge as a {@link Flux}. Where its settings have no hook, the hook of the
   * subscriber's context is used. Before a sink has a subscriber, there is no such context: discarded
   * items are then not reported, and dropped errors are logged.
   *
   * <p><b>A merge.</b> Its sources get subscribers of Reactor's own type, which have the context of the
   * downstream, and which a {@code Flux} calls directly. Hooks are also for outer items whose inner source is
   * not subscribed to, unless there is a hook for them. Reactor's assembly hooks see the {@code Flux}.
   * {@code onErrorContinue} of the downstream sees the errors of the mapper and of the sources, before a
   * hook of {@link DynamicMerge#add(Publisher, Consumer)} does; {@code Hooks.onOperatorError} sees those of the
   * mapper. With {@code groupBy}, the concurrency must be at least the number of groups: a group that is not
   * subscribed to keeps its items, and then {@code groupBy} requests no more, so the stream waits for ever.
   * Reactor's own {@code flatMap} does the same.
   *
   * @param stream the {@link SerialSink}, what {@link Merge} has made, or a {@link DynamicMerge}
   * @param <T> the type of the items
   * @return the same stream
   * @throws IllegalArgumentException if it is none of these
   */
  public static <T> Flux<T> flux(Publisher<T> stream) {
    Plan<?, T> plan = Bridges.plan(stream);
    return plan == null
        ? Flux.from(new ReactorDialect.SinkFlux<T>(Bridges.emitter(stream)))
        : MergedFlux.assembled(plan);
  }

  /**
   * Emits an item when the result is subscribed to, each time, and lets it wait for room: {@link
   * SerialSink#emitAsync}. Cancelling withdraws an item that still waits.
   *
   * @param sink the sink, made by {@link Serializer#sink}
   * @param item the item
   * @param <T> the type of the items
   * @return the outcome; an error only if the subscriber throws in this call (§2.13)
   */
  public static <T> Mono<EmitOutcome> emit(SerialSink<T> sink, T item) {
    Objects.requireNonNull(sink, "sink is null");
    Objects.requireNonNull(item, "item is null");
    return Mono.fromFuture(() -> sink.emitAsync(item).toCompletableFuture());
  }

  /**
   * As {@link #many(Serializer)}, with the default settings.
   *
   * @param <T> the type of the items
   * @return the sink
   */
  public static <T> SerialMany<T> many() {
    return many(Serializer.withDefaults());
  }

  /**
   * Makes a sink for one subscriber that any number of threads may feed at the same time, in place of
   * {@code Sinks.many().unicast().onBackpressureBuffer()}. See {@link SerialSink} for threads, order and
   * demand; to emit with a timeout, and for callbacks, make one and use {@link #flux}.
   *
   * <p><b>Results.</b> The result is never {@code FAIL_NON_SERIALIZED}, so no emit failure handler
   * needs to retry because of contention.
   *
   * <table>
   *   <caption>Results</caption>
   *   <tr><td>{@code OK}</td><td>delivered; or accepted, and later delivered or discarded</td></tr>
   *   <tr><td>{@code FAIL_OVERFLOW}</td><td>the queue is full ({@link Serializer#bounded}). With
   *       {@link org.reactiveserializer.Overflow#ERROR} the stream has ended as well</td></tr>
   *   <tr><td>{@code FAIL_ZERO_SUBSCRIBER}</td><td>the queue is full, nobody has subscribed yet,
   *       and the overflow does not end the stream</td></tr>
   *   <tr><td>{@code FAIL_TERMINATED}</td><td>the stream was completed or failed before</td></tr>
   *   <tr><td>{@code FAIL_CANCELLED}</td><td>the subscriber has cancelled or thrown
   *       (§2.13)</td></tr>
   * </table>
   *
   * <p>If {@code tryEmitNext} fails, the caller keeps the item. If {@code emitNext} fails and its
   * handler does not request a retry, the item goes to the discard hook; or, if the stream was completed
   * or failed before and the serializer has none, to {@code Operators.onNextDropped}. If the queue is
   * full, and there is a subscriber, {@code emitNext} ends the stream, as Reactor's own does, by an error that {@code
   * Exceptions.isOverflow} knows: use {@code tryEmitNext} if items may be refused. An error that {@code emitError} cannot
   * signal is dropped. If the subscriber throws, the call that was delivering throws the same.
   *
   * @param serializer the settings
   * @param <T> the type of the items
   * @return the sink; its {@link Sinks.Many#asFlux} has one subscriber: see {@link SerialSink#subscribe}
   */
  public static <T> SerialMany<T> many(Serializer<? super T> serializer) {
    return ManySink.of(Bridges.<T>settings(serializer));
  }

  /**
   * As {@link #many(Sinks.Many, Serializer)}, with the default settings.
   *
   * @param target the sink to feed
   * @param <T> the type of the items
   * @return the sink for the producers
   */
  public static <T> SerialMany<T> many(Sinks.Many<T> target) {
    return many(target, Serializer.withDefaults());
  }

  /**
   * Makes a sink that any number of threads may feed at the same time of any other sink, for
   * example one for several subscribers ({@code multicast()}, {@code replay()}). The subscribers,
   * and what they get, are those of {@code target}. What one of them throws ends the
   * stream (§2.13): the others get it as their error, if they subscribed here and not to {@code target}.
   *
   * <p><b>Results.</b> If the calling thread has passed the item to {@code target}, the result is
   * what {@code target} answered. If the item waits for the thread that is emitting, the result is
   * {@code OK}; if {@code target} refuses it later, it goes to the {@linkplain
   * Serializer#onDiscard discard hook}. The result is {@code FAIL_NON_SERIALIZED} only if somebody
   * still emits into {@code target} directly, which nobody must. A {@linkplain Serializer#bounded bound}
   * limits what waits in front of {@code target}, which has its own buffer besides. What that refuses is
   * not repeated, and does not end the stream: give it room for the slowest subscriber, or look at the
   * result. Without a discard hook, the first item that is discarded for lack of room is reported as a
   * dropped error. The {@linkplain SerialMany#stats figures} count as delivered what was passed to
   * {@code target}.
   *
   * @param target the sink to feed; do not emit into it directly any more
   * @param serializer the settings
   * @param <T> the type of the items
   * @return the sink for the producers
   */
  public static <T> SerialMany<T> many(Sinks.Many<T> target, Serializer<? super T> serializer) {
    Objects.requireNonNull(target, "target is null");
    return ManyFront.of(target, Bridges.<T>settings(serializer));
  }
}
