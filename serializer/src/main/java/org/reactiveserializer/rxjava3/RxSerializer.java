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
import org.reactiveserializer.Serializer;
import org.reactiveserializer.internal.operator.Bridges;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactivestreams.Subscriber;

/**
 * What {@link Serializer} makes, for RxJava 3: an operator for {@code compose} and for {@code lift}, of a
 * {@link Flowable} and of an {@link Observable}.
 *
 * <pre>{@code
 * Flowable<String> serial = Flowable.fromPublisher(raw).compose(RxSerializer.serialize());
 * Observable<String> bounded = observable.compose(RxSerializer.serialize(settings));
 * }</pre>
 *
 * <p>Each subscriber gets a {@link SerializedFlowableSubscriber}, each observer a {@link SerializedObserver}, of its
 * own: there is what holds of threads, order, errors and bounds (§1.3). A null item is refused by an
 * exception thrown to who brings it (§2.13), where RxJava would end the stream.
 *
 * <p>Demand is passed on (§1.1). No fusion is asked of the upstream, and none is offered to the downstream: a queue of one
 * producer is what the upstream is not, and an item may come on any thread.
 *
 * @param <T> the type of the items
 */
@SuppressWarnings("exports") // who uses this requires RxJava, too
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
  public static <T> RxSerializer<T> serialize(Serializer<T> serializer) {
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

  static <T> SerialSettings<T> settings(Serializer<T> serializer) {
    Objects.requireNonNull(serializer, "serializer is null");
    return Bridges.settings(serializer, RxJavaPlugins::onError);
  }

  /**
   * Makes a subscriber that any thread may call: see {@link Serializer#wrap}.
   *
   * @param downstream gets the signals; to be used through the result only, and once (§2.12)
   * @return the subscriber for the threads that push
   */
  public SerializedFlowableSubscriber<T> wrap(Subscriber<? super T> downstream) {
    Objects.requireNonNull(downstream, "downstream is null");
    return new FlowableEmitter<>(settings, downstream);
  }

  /**
   * Makes an observer that any thread may call: see {@link Serializer#wrap}.
   *
   * @param downstream gets the signals; to be used through the result only, and once
   * @return the observer for the threads that push
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
   * @return disposes of the replacement
   * @throws IllegalStateException if RxJava's plugins are {@linkplain RxJavaPlugins#lockdown locked}
   */
  public static Disposable install() {
    return install(Serializer.unbounded());
  }

  /**
   * Replaces, in the whole process, what {@link Flowable#serialize} and {@link Observable#serialize} do,
   * through {@link RxJavaPlugins}. Of what is assembled from now on, each subscription from now on is served by
   * this library.
   *
   * <p><b>What it leaves,</b> since RxJava has no hook there: {@code toSerialized()} of processors and
   * subjects; {@code serialize()} of the emitter of {@code create}; the serializers within operators, such as
   * {@code debounce}, {@code sample}, {@code buffer} and {@code retryWhen}; {@code new SerializedSubscriber} and {@code new
   * SerializedObserver}; and what was assembled before.
   *
   * <p><b>Other hooks</b> that are set already stay, and act on the result, as often as they would on RxJava's own. One that is set later in place of these, and
   * does not call them, ends the replacement, as {@link RxJavaPlugins#reset} does: {@code
   * serialize()} is then RxJava's own again, for new subscriptions, too.
   *
   * <p><b>Undoing.</b> What was assembled meanwhile is then served by RxJava's own serializer, from the next
   * subscription on. The hooks are taken out unless others were set on top of them: then they stay, and do nothing.
   *
   * @param serializer the settings
   * @return disposes of the replacement
   * @throws IllegalStateException if RxJava's plugins are {@linkplain RxJavaPlugins#lockdown locked}
   */
  public static Disposable install(Serializer<Object> serializer) {
    return new Installation(serialize(serializer)).install();
  }
}
