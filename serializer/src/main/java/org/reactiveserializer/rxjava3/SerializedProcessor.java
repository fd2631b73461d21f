package org.reactiveserializer.rxjava3;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.processors.FlowableProcessor;
import io.reactivex.rxjava3.processors.UnicastProcessor;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerializedSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.operator.Refused;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.SinkEmitter;
import org.reactiveserializer.internal.waiting.Fate;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * What {@link SerializedSink} is, as a {@link FlowableProcessor}: any number of threads call it, and one
 * subscriber gets what it requests. In the place of {@link UnicastProcessor} with {@code toSerialized()}. To learn what became of an item, use
 * the sink itself, and {@link Flowable#fromPublisher}.
 *
 * <p><b>Threads, order and demand</b> are the sink's. All methods may be called by any thread at any
 * time, and none blocks, takes a lock or waits. {@link #toSerialized} adds RxJava's serializer, which is not
 * needed.
 *
 * <p><b>Fate.</b> Every item is delivered, or given to the {@linkplain Serializer#onDiscard discard
 * hook}, or refused by a {@link NullPointerException}: exactly one of the three. One for which there is no {@linkplain
 * Serializer#bounded room} goes to the hook, too, since nobody else is told.
 *
 * <p><b>Upstreams.</b> There may be several, at the same time. Each is asked for all it has: demand ends
 * here, and {@link Overflow} says what happens when too much comes. None is cancelled later, as with RxJava's own
 * processors.
 *
 * @param <T> the type of the items
 */
@SuppressWarnings("exports") // who uses this requires RxJava, too
public final class SerializedProcessor<T> extends FlowableProcessor<T> {
  private final SinkEmitter<T> emitter;
  private final Hooks<T> hooks;

  private SerializedProcessor(SerialSettings<T> settings) {
    emitter = new SinkEmitter<>(settings);
    hooks = settings.hooks();
  }

  /**
   * Creates a processor in which any number of items may wait, and an error waits for the items before it,
   * as it does in RxJava's {@code UnicastProcessor}.
   *
   * @param <T> the type of the items
   * @return the processor
   */
  public static <T> SerializedProcessor<T> create() {
    return create(Serializer.<T>unbounded().errors(ErrorMode.DELAYED));
  }

  /**
   * Creates a processor.
   *
   * @param serializer the settings, whose {@linkplain Serializer#errors error mode} is not that of {@link
   *     #create()} unless it is said
   * @param <T> the type of the items
   * @return the processor
   */
  public static <T> SerializedProcessor<T> create(Serializer<T> serializer) {
    return new SerializedProcessor<>(RxSerializer.settings(serializer));
  }

  /**
   * Requests all that the upstream has, or cancels it after the end (§2.5).
   *
   * @throws NullPointerException if {@code upstream} is null (§2.13); nothing changes then
   */
  @Override
  public void onSubscribe(Subscription upstream) {
    Objects.requireNonNull(upstream, "subscription is null (§2.13)");
    if (emitter.isOver()) {
      upstream.cancel();
    } else {
      upstream.request(Long.MAX_VALUE);
    }
  }

  /**
   * Emits an item, now or through the thread that is emitting.
   *
   * @throws NullPointerException if {@code item} is null (§2.13); nothing changes then
   */
  @Override
  public void onNext(T item) {
    if (emitter.emit(item) < Fate.WAITS) {
      hooks.discard(item);
    }
  }

  /**
   * Ends the stream with an error, {@linkplain Serializer#errors before or behind} the items that
   * wait. After the end the error goes to the {@linkplain Serializer#onDropped dropped-error hook}.
   *
   * @throws NullPointerException if {@code error} is null (§2.13); nothing changes then
   */
  @Override
  public void onError(Throwable error) {
    if (emitter.end(error) == Fate.LATE) {
      hooks.drop(error);
    }
  }

  /** Ends the stream, behind all items that were accepted. After the end it does nothing. */
  @Override
  public void onComplete() {
    emitter.end();
  }

  @Override
  protected void subscribeActual(Subscriber<? super T> subscriber) {
    Throwable refusal = emitter.admit(subscriber);
    if (refusal != null) {
      Refused.tell(subscriber, refusal);
    }
  }

  /**
   * Tells whether somebody has subscribed, and has neither cancelled nor got the end.
   *
   * @return true if so. A snapshot
   */
  @Override
  public boolean hasSubscribers() {
    return emitter.hasSubscriber();
  }

  /**
   * Tells whether the stream has failed, or will when the items before that are delivered.
   *
   * @return true if so. A snapshot
   */
  @Override
  public boolean hasThrowable() {
    return getThrowable() != null;
  }

  /**
   * Tells whether the stream is completed, or will be when the items before that are delivered.
   *
   * @return true if so. A snapshot
   */
  @Override
  public boolean hasComplete() {
    return emitter.isCompleted();
  }

  /**
   * Returns the error of which {@link #hasThrowable} tells.
   *
   * @return the error, or null
   */
  @Override
  public @Nullable Throwable getThrowable() {
    return emitter.error();
  }

  /**
   * Returns how many items wait, as {@link SerializedSink#backlog}.
   *
   * @return a number of items
   */
  public int backlog() {
    return emitter.backlog();
  }
}
