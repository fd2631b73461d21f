package org.reactiveserializer.mutiny;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.smallrye.mutiny.subscription.MultiEmitter;
import io.smallrye.mutiny.subscription.MultiSubscriber;
import java.util.Objects;
import java.util.concurrent.Flow;
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

/**
 * The serializer for Mutiny: an operator, emitters, and the stream of a {@link SerialSink} or of a
 * {@link Merge} as a {@link Multi}.
 *
 * <pre>{@code
 * Multi<Row> rows = source.plug(MutinySerializer.serialize());
 * SerialEmitter<Row> emitter = MutinySerializer.emitter();
 * Multi<Row> emitted = emitter.toMulti();
 * Multi<Row> stream = MutinySerializer.multi(sink);
 * Multi<Row> merged = MutinySerializer.multi(Merge.withDefaults().flatMapFlow(ids, id -> query(id)));
 * }</pre>
 *
 * <p><b>Raw publishers.</b> Import a publisher that breaks the rules by {@code
 * Multi.createFrom().safePublisher(raw)}, which leaves the checks to this operator. {@code
 * publisher(raw)} puts a subscriber in front of it that expects a single thread.
 *
 * <p><b>Hooks.</b> Without a {@linkplain Serializer#onErrorDropped dropped-error hook}, dropped errors
 * go to {@code Infrastructure.handleDroppedException}. Mutiny has no hook for discarded items: set
 * a {@linkplain Serializer#onDiscard discard hook} if they must be released.
 *
 * <p><b>Errors</b> wait for the items before them, as they do in Mutiny, unless the {@link
 * Serializer} says otherwise.
 */
@SuppressWarnings("exports") // a user of this class requires Mutiny anyway
public final class MutinySerializer {
  private MutinySerializer() {}

  /**
   * Returns the operator with the {@linkplain Serializer#withDefaults default settings}.
   *
   * @param <T> the type of the items
   * @return a function for {@link Multi#plug}
   */
  public static <T> Function<Multi<T>, Multi<T>> serialize() {
    return serialize(Serializer.withDefaults());
  }

  /**
   * Returns an operator that passes the upstream's signals on, one at a time (§1.3): see {@link
   * Serializer#serialize}, and {@link SerialMultiSubscriber} for threads, order, bounds and errors. The
   * upstream sees the subscriber's context.
   *
   * @param serializer the settings
   * @param <T> the type of the items
   * @return a function for {@link Multi#plug}
   */
  public static <T> Function<Multi<T>, Multi<T>> serialize(Serializer<? super T> serializer) {
    SerialSettings<T> settings = settings(serializer);
    return upstream -> MutinyDialect.serialized(upstream, settings);
  }

  /**
   * Returns a sink or a merge as a {@link Multi}. The sources of a merge get subscribers of Mutiny's own type
   * then, which have the context of the downstream, and which a {@code Multi} calls directly. Mutiny's
   * interceptors see the {@code Multi}, and the subscription to the outer source of {@link Merge#flatMapFlow};
   * its decorators see the mapper.
   *
   * @param stream the {@link SerialSink}, what {@link Merge} has made, or a {@link DynamicMerge}
   * @param <T> the type of the items
   * @return the same stream
   * @throws IllegalArgumentException if it is none of these
   */
  public static <T> Multi<T> multi(Publisher<T> stream) {
    Plan<?, T> plan = Bridges.plan(stream);
    return Infrastructure.onMultiCreation(
        plan == null
            ? MutinyDialect.multi(Bridges.<T>emitter(stream))
            : MutinyDialect.merged(plan.droppingTo(Infrastructure::handleDroppedException)));
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
  public static <T> Uni<EmitOutcome> emit(SerialSink<T> sink, T item) {
    Objects.requireNonNull(sink, "sink is null");
    Objects.requireNonNull(item, "item is null");
    return Uni.createFrom().completionStage(() -> sink.emitAsync(item));
  }

  /**
   * As {@link #emitter(Serializer)}, with the default settings.
   *
   * @param <T> the type of the items
   * @return its emitter
   */
  public static <T> SerialEmitter<T> emitter() {
    return emitter(Serializer.withDefaults());
  }

  /**
   * Makes a stream that any number of threads may feed: see {@link SerialSink}.
   *
   * @param serializer the settings
   * @param <T> the type of the items
   * @return its emitter
   */
  public static <T> SerialEmitter<T> emitter(Serializer<? super T> serializer) {
    return new SerialEmitter<>(Objects.requireNonNull(serializer, "serializer is null"));
  }

  /**
   * As {@link #emitterFor(Multi, Serializer)}, with the default settings.
   *
   * @param target the processor to feed
   * @param <T> the type of the items
   * @param <P> the type of the processor
   * @return the emitter for the producers
   */
  public static <T, P extends Multi<T> & Flow.Processor<T, T>> SerialEmitter<T> emitterFor(
      P target) {
    return emitterFor(target, Serializer.withDefaults());
  }

  /**
   * Makes an emitter that feeds a processor, for example a {@code BroadcastProcessor}, whose items
   * several subscribers get. Any number of threads may emit. The subscribers are those of {@code
   * target}. What one of them throws ends the stream (§2.13): the others get it as their error.
   *
   * @param target the processor to feed, which gets what it requests; do not call it directly any
   *     more, and give it no other upstream
   * @param serializer the settings
   * @param <T> the type of the items
   * @param <P> the type of the processor
   * @return the emitter for the producers
   */
  public static <T, P extends Multi<T> & Flow.Processor<T, T>> SerialEmitter<T> emitterFor(
      P target, Serializer<? super T> serializer) {
    Objects.requireNonNull(target, "target is null");
    return new SerialEmitter<>(Objects.requireNonNull(serializer, "serializer is null"), target);
  }

  /**
   * Makes a stream as {@code Multi.createFrom().emitter(consumer)} does: each subscriber gets an
   * emitter of its own, a {@link SerialEmitter}.
   *
   * @param consumer gets the emitter; the thread that subscribes calls it, after {@code
   *     onSubscribe}. If it throws, the stream fails with what it throws
   * @param serializer the settings
   * @param <T> the type of the items
   * @return the stream
   */
  public static <T> Multi<T> emitter(
      Consumer<MultiEmitter<? super T>> consumer, Serializer<? super T> serializer) {
    Consumer<MultiEmitter<? super T>> decorated =
        Infrastructure.decorate(Objects.requireNonNull(consumer, "consumer is null"));
    Objects.requireNonNull(serializer, "serializer is null");
    return Infrastructure.onMultiCreation(
        MutinyDialect.multi(
            subscriber -> {
              SerialEmitter<T> emitter = new SerialEmitter<>(serializer);
              emitter.toMulti().subscribe(subscriber);
              try {
                decorated.accept(emitter);
              } catch (Throwable thrown) {
                emitter.fail(thrown);
              }
            }));
  }

  /**
   * Makes a subscriber that any thread may call: see {@link Serializer#wrap}.
   *
   * @param downstream gets the signals; use it for nothing else (§2.12)
   * @param serializer the settings
   * @param <T> the type of the items
   * @return the subscriber for the producers
   */
  public static <T> SerialMultiSubscriber<T> wrap(
      MultiSubscriber<? super T> downstream, Serializer<? super T> serializer) {
    Objects.requireNonNull(downstream, "downstream is null");
    return new MutinyDialect.Serial<>(MutinySerializer.<T>settings(serializer), downstream);
  }

  private static <T> SerialSettings<T> settings(Serializer<? super T> serializer) {
    SerialSettings<T> settings =
        Bridges.settings(serializer, Infrastructure::handleDroppedException);
    return settings.delayingErrorsByDefault();
  }
}
