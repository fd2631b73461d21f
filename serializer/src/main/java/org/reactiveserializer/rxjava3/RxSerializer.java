package org.reactiveserializer.rxjava3;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableOperator;
import io.reactivex.rxjava3.core.FlowableTransformer;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.ObservableOperator;
import io.reactivex.rxjava3.core.ObservableTransformer;
import io.reactivex.rxjava3.core.Observer;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.Objects;
import org.reactiveserializer.SerializedSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.internal.operator.Bridges;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactivestreams.Subscriber;

/**
 * The serializer for RxJava 3. An object of this class is an operator for {@code compose} and
 * {@code lift} of a {@link Flowable} and of an {@link Observable}. {@link #flowable} returns the
 * stream of a {@link SerializedSink}.
 *
 * <pre>{@code
 * Flowable<String> serial = flowable.compose(RxSerializer.serialize());
 * Observable<String> bounded = observable.compose(RxSerializer.serialize(settings));
 * Flowable<String> stream = RxSerializer.flowable(sink);
 * }</pre>
 *
 * <p>Each subscription gets a {@link SerializedFlowableSubscriber} or a {@link SerializedObserver}
 * of its own; see there for threads, order, errors and bounds (§1.3). A null item is refused: the
 * call throws {@link NullPointerException} (§2.13). RxJava's own serializer ends the stream
 * instead.
 *
 * <p>Demand is passed on (§1.1). Operator fusion is neither requested nor offered, because it
 * assumes one producer.
 *
 * @param <T> the type of the items
 */
@SuppressWarnings("exports") // a user of this class requires RxJava anyway
public final class RxSerializer<T>
    implements FlowableTransformer<T, T>,
        FlowableOperator<T, T>,
        ObservableTransformer<T, T>,
        ObservableOperator<T, T> {
  private final SerialSettings<T> settings;

  private RxSerializer(SerialSettings<T> settings) {
    this.settings = settings;
  }

  /**
   * Returns an operator with these settings.
   *
   * @param serializer the settings
   * @param <T> the type of the items
   * @return the operator
   */
  public static <T> RxSerializer<T> serialize(Serializer<? super T> serializer) {
    return new RxSerializer<>(settings(serializer));
  }

  /**
   * Returns an operator with the {@linkplain Serializer#unbounded default settings}.
   *
   * @param <T> the type of the items
   * @return the operator
   */
  public static <T> RxSerializer<T> serialize() {
    return serialize(Serializer.unbounded());
  }

  /**
   * Returns a sink as a {@link Flowable}. Errors that cannot be signalled go to {@link
   * RxJavaPlugins#onError}, unless the sink's serializer has a {@linkplain Serializer#onDropped
   * dropped-error hook}.
   *
   * @param sink the sink, made by {@link Serializer#sink}
   * @param <T> the type of the items
   * @return the stream; its first subscriber is the sink's, any other gets an {@link
   *     IllegalStateException}
   */
  public static <T> Flowable<T> flowable(SerializedSink<T> sink) {
    return RxJavaPlugins.onAssembly(new SinkFlowable<T>(Bridges.emitter(sink)));
  }

  static <T> SerialSettings<T> settings(Serializer<? super T> serializer) {
    Objects.requireNonNull(serializer, "serializer is null");
    return Bridges.settings(serializer, RxJavaPlugins::onError);
  }

  /**
   * Makes a subscriber that any thread may call: see {@link Serializer#wrap}.
   *
   * @param downstream gets the signals. Do not call it directly any more, and wrap it only once
   *     (§2.12)
   * @return the subscriber for the producers
   */
  public SerializedFlowableSubscriber<T> wrap(Subscriber<? super T> downstream) {
    Objects.requireNonNull(downstream, "downstream is null");
    return new FlowableEmitter<>(settings, downstream);
  }

  /**
   * Makes an observer that any thread may call: see {@link Serializer#wrap}.
   *
   * @param downstream gets the signals. Do not call it directly any more, and wrap it only once
   * @return the observer for the producers
   */
  public SerializedObserver<T> wrap(Observer<? super T> downstream) {
    Objects.requireNonNull(downstream, "downstream is null");
    return new SerializedObserver<>(settings, downstream);
  }

  /** For {@link Flowable#compose}. */
  @Override
  public Flowable<T> apply(Flowable<T> upstream) {
    Objects.requireNonNull(upstream, "upstream is null");
    return new Flowable<>() {
      @Override
      protected void subscribeActual(Subscriber<? super T> downstream) {
        upstream.subscribe(RxSerializer.this.wrap(downstream));
      }
    };
  }

  /** For {@link Flowable#lift}. */
  @Override
  public SerializedFlowableSubscriber<T> apply(Subscriber<? super T> downstream) {
    return wrap(downstream);
  }

  /** For {@link Observable#compose}. */
  @Override
  public Observable<T> apply(Observable<T> upstream) {
    Objects.requireNonNull(upstream, "upstream is null");
    return new Observable<>() {
      @Override
      protected void subscribeActual(Observer<? super T> downstream) {
        upstream.subscribe(RxSerializer.this.wrap(downstream));
      }
    };
  }

  /** For {@link Observable#lift}. */
  @Override
  public SerializedObserver<T> apply(Observer<? super T> downstream) {
    return wrap(downstream);
  }

  /**
   * As {@link #install(Serializer)}, with the {@linkplain Serializer#unbounded default settings}.
   *
   * @return undoes the replacement when it is disposed of
   * @throws IllegalStateException if RxJava's plugins are {@linkplain RxJavaPlugins#lockdown
   *     locked}
   */
  public static Disposable install() {
    return install(Serializer.unbounded());
  }

  /**
   * Replaces what {@link Flowable#serialize} and {@link Observable#serialize} do, in the whole
   * process, by hooks of {@link RxJavaPlugins}. This affects only what is assembled after this
   * call.
   *
   * <p><b>Not affected,</b> since RxJava has no hook there:
   *
   * <ul>
   *   <li>{@code toSerialized()} of processors and subjects;
   *   <li>{@code serialize()} of the emitter of {@code create};
   *   <li>the serializers within operators, such as {@code debounce}, {@code sample}, {@code
   *       buffer} and {@code retryWhen};
   *   <li>{@code new SerializedSubscriber} and {@code new SerializedObserver};
   *   <li>what was assembled before.
   * </ul>
   *
   * <p><b>Other hooks.</b> Hooks that are set already stay. They are called as often as they would
   * be for RxJava's own operator. If a hook is set later that replaces these hooks and does not
   * call them, the replacement ends, as it does with {@link RxJavaPlugins#reset}: {@code
   * serialize()} is then RxJava's own again, also for new subscriptions to what was assembled
   * before.
   *
   * <p><b>Undoing.</b> After {@code dispose()}, new subscriptions to what was assembled in the
   * meantime use RxJava's own serializer. The hooks are removed, unless others were set on top of
   * them. In that case they stay, and RxJava's own serializer is used all the same.
   *
   * @param serializer the settings
   * @return undoes the replacement when it is disposed of
   * @throws IllegalStateException if RxJava's plugins are {@linkplain RxJavaPlugins#lockdown
   *     locked}
   */
  public static Disposable install(Serializer<Object> serializer) {
    return new Installation(serialize(serializer)).install();
  }
}
