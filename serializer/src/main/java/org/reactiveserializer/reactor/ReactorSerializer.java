package org.reactiveserializer.reactor;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.internal.operator.Bridges;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactivestreams.Publisher;
import reactor.core.CorePublisher;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.Scannable;
import reactor.core.Scannable.Attr;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Sinks;

/**
 * Serializers for Reactor: an operator, and a sink.
 *
 * <pre>{@code
 * Flux<Row> rows = Flux.from(source).transform(ReactorSerializer.serialize());
 * Sinks.Many<Row> sink = ReactorSerializer.many();
 * }</pre>
 *
 * <p><b>Hooks.</b> Where the {@link Serializer} has no {@linkplain Serializer#onDiscard discard hook}, items
 * go to that of the subscriber's context ({@code doOnDiscard}); where it has no {@linkplain
 * Serializer#onDropped dropped-error hook}, errors go to {@code Operators.onErrorDropped} with that context.
 */
@SuppressWarnings("exports") // who uses it requires Reactor
public final class ReactorSerializer {
  private static final AtomicInteger INSTALLED = new AtomicInteger();

  private ReactorSerializer() {}

  /**
   * Returns the operator as Reactor has its serializers: any number of items may wait, and an error waits for
   * the items before it. Otherwise as {@link #serialize(Serializer)}.
   *
   * @param <T> the type of the items
   * @return a function for {@link Flux#transform} and {@link Flux#transformDeferred}
   */
  public static <T> Function<Flux<T>, Flux<T>> serialize() {
    return serialize(likeReactor());
  }

  /**
   * Returns an operator that passes on what comes from above serially (§1.3), no matter which threads it comes from,
   * as {@link Serializer#serialize} does, and the subscriber's context to above. It asks for no fusion and
   * allows none.
   *
   * <p><b>Threads, order, bounds, errors</b>: as {@link org.reactiveserializer.SerializedSubscriber}. An item
   * that comes after the end is discarded, too. Null throws {@link NullPointerException} to who brings it, and
   * changes nothing (§2.13).
   *
   * @param serializer the settings
   * @param <T> the type of the items
   * @return a function for {@link Flux#transform} and {@link Flux#transformDeferred}
   */
  public static <T> Function<Flux<T>, Flux<T>> serialize(Serializer<T> serializer) {
    SerialSettings<T> settings = Bridges.settings(serializer);
    return source -> new SerializedFlux<>(source, settings);
  }

  /**
   * Makes a sink in place of {@code Sinks.many().unicast().onBackpressureBuffer()}: any number of items may
   * wait, and an error waits for the items before it. Otherwise as {@link #many(Serializer)}.
   *
   * @param <T> the type of the items
   * @return the sink
   */
  public static <T> Sinks.Many<T> many() {
    return many(likeReactor());
  }

  /**
   * Makes a sink for one subscriber that any number of threads may feed at the same time: see {@link
   * org.reactiveserializer.SerializedSink} for threads, order and demand.
   *
   * <p><b>Results.</b> Never {@code FAIL_NON_SERIALIZED}: no handler need retry, none need loop.
   *
   * <table>
   *   <caption>What a result says</caption>
   *   <tr><td>{@code OK}</td><td>delivered, or accepted: then delivered later, or discarded</td></tr>
   *   <tr><td>{@code FAIL_OVERFLOW}</td><td>as many items wait as may ({@link Serializer#bounded}). With {@link
   *       org.reactiveserializer.Overflow#ERROR} that is also the end of the stream</td></tr>
   *   <tr><td>{@code FAIL_ZERO_SUBSCRIBER}</td><td>likewise, and nobody has subscribed yet. The stream goes
   *       on</td></tr>
   *   <tr><td>{@code FAIL_TERMINATED}</td><td>completed or failed before</td></tr>
   *   <tr><td>{@code FAIL_CANCELLED}</td><td>the subscriber cancelled, or threw (§2.13)</td></tr>
   * </table>
   *
   * <p>What {@code tryEmitNext} did not accept is the caller's. What {@code emitNext} did not, though its
   * handler had the last word, is discarded, but for an item that came after the end: that goes to {@code
   * Operators.onNextDropped} unless the serializer has a discard hook. Unlike Reactor's, {@code emitNext} that
   * finds no room does not end the stream, unless {@link org.reactiveserializer.Overflow} says so. An error that {@code emitError} cannot signal is
   * dropped. If the subscriber throws, so does the emission that called it.
   *
   * <p>Null throws {@link NullPointerException} to who brings it, and changes nothing (§2.13).
   *
   * @param serializer the settings
   * @param <T> the type of the items
   * @return the sink; its {@link Sinks.Many#asFlux} has one subscriber, another gets an {@link
   *     IllegalStateException}
   */
  public static <T> Sinks.Many<T> many(Serializer<T> serializer) {
    return ManySink.of(Bridges.settings(serializer));
  }

  /**
   * Serializes every publisher of another library that comes into Reactor by {@link Flux#from} from now on, as
   * by {@code Flux.from(publisher).transform(serialize())}. So come those that operators are handed (such as {@code
   * flatMap}, {@code concatMap}, {@code switchMap}, {@code merge}, {@code concat}, {@code defer}), too, and those
   * of {@code ParallelFlux.from}.
   *
   * <p><b>What it leaves.</b> Pipelines that were assembled before. {@code Mono.from}, and {@code JdkFlowAdapter}. Operators
   * and sources of Reactor. Everything, if Reactor propagates contexts automatically: it then hides from the
   * hook what comes in. And what a library drops itself in front of a subscriber that is not its own, as RxJava's
   * {@code Flowable} does: serialize there with the bridge to that library. And all that Reactor serializes by itself: {@code
   * Operators.serialize}, {@code Flux.create} and {@code Sinks.many()} are static methods which no hook can
   * replace; for a sink, change its factory to {@link #many}.
   *
   * <p>Needs Reactor 3.6 or later: before that, most operators do not tell the hook of what they are handed.
   *
   * @return undoes it when it is disposed of, for what is assembled from then on; other hooks, and other calls
   *     of this method, stay. {@link Hooks#resetOnEachOperator()} undoes it as well
   */
  public static Disposable install() {
    SerialSettings<Object> settings = Bridges.settings(likeReactor());
    String key = ReactorSerializer.class.getName() + INSTALLED.incrementAndGet();
    Hooks.onEachOperator(
        key,
        assembled ->
            assembled instanceof Flux<Object> flux && isForeign(flux)
                ? new SerializedFlux<>(flux, settings)
                : assembled);
    return Disposables.composite(() -> Hooks.resetOnEachOperator(key));
  }

  /** Tells whether it is no operator of Reactor, but stands for somebody else's publisher. */
  private static boolean isForeign(Flux<?> assembled) {
    Object stage = assembled;
    while (stage instanceof Scannable lifted && lifted.scanUnsafe(Attr.LIFTER) != null) {
      stage = lifted.scanUnsafe(Attr.PARENT); // another hook was there before
    }
    Object source = stage instanceof Scannable known ? known.scanUnsafe(Attr.PARENT) : null;
    return source instanceof Publisher && !(source instanceof CorePublisher);
  }

  private static <T> Serializer<T> likeReactor() {
    return Serializer.<T>unbounded().errors(ErrorMode.DELAYED);
  }
}
