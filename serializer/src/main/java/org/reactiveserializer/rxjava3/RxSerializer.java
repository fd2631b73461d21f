package org.reactiveserializer.rxjava3;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Observer;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.processors.FlowableProcessor;
import io.reactivex.rxjava3.subjects.Subject;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Merge;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.internal.operator.Bridges;
import org.reactiveserializer.internal.operator.MergeSettings.Plan;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.SinkOperator;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * The serializer for RxJava 3: an operator for {@code compose} and {@code lift} of a {@link Flowable}
 * and of an {@link Observable}, processors and subjects, and the stream of a {@link SerialSink} or of a {@link Merge}.
 *
 * <pre>{@code
 * Flowable<String> serial = flowable.compose(RxSerializer.serialize());
 * Observable<String> bounded = observable.compose(RxSerializer.serialize(settings));
 * Flowable<String> stream = RxSerializer.flowable(sink);
 * Flowable<Row> rows = RxSerializer.flowable(Merge.withDefaults().flatMap(ids, id -> query(id)));
 * }</pre>
 *
 * <p>Each subscription gets a {@link SerialFlowableSubscriber} or a {@link SerialObserver}
 * of its own; see there for threads, order, errors and bounds (§1.3). A null item is refused: the
 * call throws {@link NullPointerException} (§2.13). RxJava's own serializer ends the stream
 * instead.
 *
 * <p>Demand is passed on (§1.1). Operator fusion is neither requested nor offered, because it
 * assumes one producer. Without a {@linkplain Serializer#onErrorDropped dropped-error hook}, errors
 * that cannot be signalled go to {@link RxJavaPlugins#onError}.
 */
@SuppressWarnings("exports") // a user of this class requires RxJava anyway
public final class RxSerializer {
  private RxSerializer() {}

  /**
   * Returns an operator with these settings.
   *
   * @param serializer the settings
   * @param <T> the type of the items
   * @return the operator
   */
  public static <T> SerializeOperator<T> serialize(Serializer<? super T> serializer) {
    return new SerializeOperator<>(settings(serializer));
  }

  /**
   * Returns an operator with the {@linkplain Serializer#withDefaults default settings}.
   *
   * @param <T> the type of the items
   * @return the operator
   */
  public static <T> SerializeOperator<T> serialize() {
    return serialize(Serializer.withDefaults());
  }

  /**
   * Returns a sink or a merge as a {@link Flowable}. The sources of a merge get subscribers of RxJava's own
   * type then, which a {@code Flowable} calls directly. RxJava's assembly hooks see a merge.
   *
   * @param stream the {@link SerialSink}, what {@link Merge} has made, or a {@link DynamicMerge}
   * @param <T> the type of the items
   * @return the same stream
   * @throws IllegalArgumentException if it is none of these
   */
  public static <T> Flowable<T> flowable(Publisher<T> stream) {
    Plan<?, T> plan = Bridges.plan(stream);
    if (plan != null) {
      return RxJavaPlugins.onAssembly(RxDialect.merged(plan.droppingTo(RxJavaPlugins::onError)));
    }
    SinkOperator<T> emitter = Bridges.emitter(stream);
    emitter.fallBackTo(null, RxJavaPlugins::onError);
    return Flowable.unsafeCreate(emitter);
  }

  /**
   * Emits an item when the result is subscribed to, each time, and lets it wait for room: {@link
   * SerialSink#emitAsync}. Disposing withdraws an item that still waits.
   *
   * @param sink the sink, made by {@link Serializer#sink}
   * @param item the item
   * @param <T> the type of the items
   * @return the outcome; an error only if the subscriber throws in this call (§2.13)
   */
  public static <T> Single<EmitOutcome> emit(SerialSink<T> sink, T item) {
    Objects.requireNonNull(sink, "sink is null");
    Objects.requireNonNull(item, "item is null");
    return Single.create(
        emitter -> {
          CompletionStage<EmitOutcome> stage = sink.emitAsync(item);
          emitter.setCancellable(() -> stage.toCompletableFuture().cancel(false));
          stage.whenComplete(
              (outcome, withdrawn) -> {
                if (outcome != null) {
                  emitter.onSuccess(outcome);
                }
              });
        });
  }

  private static <T> SerialSettings<T> settings(Serializer<? super T> serializer) {
    return Bridges.settings(serializer, RxJavaPlugins::onError);
  }

  /**
   * Makes a subscriber that any thread may call: see {@link Serializer#wrap}.
   *
   * @param downstream gets the signals; use it for nothing else (§2.12)
   * @param serializer the settings
   * @param <T> the type of the items
   * @return the subscriber for the producers
   */
  public static <T> SerialFlowableSubscriber<T> wrap(
      Subscriber<? super T> downstream, Serializer<? super T> serializer) {
    return RxSerializer.<T>serialize(serializer).apply(downstream);
  }

  /**
   * Makes an observer that any thread may call: see {@link Serializer#wrap}.
   *
   * @param downstream gets the signals; use it for nothing else
   * @param serializer the settings
   * @param <T> the type of the items
   * @return the observer for the producers
   */
  public static <T> SerialObserver<T> wrap(
      Observer<? super T> downstream, Serializer<? super T> serializer) {
    return RxSerializer.<T>serialize(serializer).apply(downstream);
  }

  /**
   * As {@link #processor(Serializer)}, with the default settings.
   *
   * @param <T> the type of the items
   * @return the processor
   */
  public static <T> SerialProcessor<T> processor() {
    return processor(Serializer.withDefaults());
  }

  /**
   * Creates a processor with one subscriber. In place of a {@code UnicastProcessor} with {@code
   * toSerialized()}.
   *
   * @param serializer the settings
   * @param <T> the type of the items
   * @return the processor
   */
  public static <T> SerialProcessor<T> processor(Serializer<? super T> serializer) {
    return new SerialProcessor<>(Objects.requireNonNull(serializer, "serializer is null"));
  }

  /**
   * As {@link #processor(FlowableProcessor, Serializer)}, with the default settings.
   *
   * @param target the processor to feed
   * @param <T> the type of the items
   * @return the processor for the producers
   */
  public static <T> SerialProcessor<T> processor(FlowableProcessor<T> target) {
    return processor(target, Serializer.withDefaults());
  }

  /**
   * Makes a processor that any number of threads may call, of any other, for example of a {@code
   * PublishProcessor}, whose items several subscribers get. In place of {@code
   * target.toSerialized()}. The subscribers are those of {@code target}. What one of them throws ends the
   * stream (§2.13): the others get it as their error, if they subscribed here and not to {@code target}.
   *
   * @param target the processor to feed, which gets what it requests; do not call it directly any
   *     more, and give it no other upstream
   * @param serializer the settings
   * @param <T> the type of the items
   * @return the processor for the producers
   */
  public static <T> SerialProcessor<T> processor(
      FlowableProcessor<T> target, Serializer<? super T> serializer) {
    Objects.requireNonNull(target, "target is null");
    Objects.requireNonNull(serializer, "serializer is null");
    return new SerialProcessor.InFront<>(serializer, target);
  }

  /**
   * As {@link #subject(Subject, Serializer)}, with the default settings.
   *
   * @param target the subject to feed
   * @param <T> the type of the items
   * @return the subject for the producers
   */
  public static <T> Subject<T> subject(Subject<T> target) {
    return subject(target, Serializer.withDefaults());
  }

  /**
   * As {@link #processor(FlowableProcessor, Serializer)}, for a subject. But an error overtakes the
   * items that wait, unless the settings say otherwise.
   *
   * @param target the subject to feed; do not call it directly any more
   * @param serializer the settings
   * @param <T> the type of the items
   * @return the subject for the producers
   */
  public static <T> Subject<T> subject(Subject<T> target, Serializer<? super T> serializer) {
    Objects.requireNonNull(target, "target is null");
    return new SerialSubject<>(target, RxSerializer.<T>settings(serializer));
  }
}
