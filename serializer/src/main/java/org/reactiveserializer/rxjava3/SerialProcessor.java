package org.reactiveserializer.rxjava3;

import io.reactivex.rxjava3.core.FlowableSubscriber;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.processors.FlowableProcessor;
import io.reactivex.rxjava3.processors.UnicastProcessor;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.internal.operator.Bridges;
import org.reactiveserializer.internal.operator.Bridges.ToMany;
import org.reactiveserializer.internal.operator.SinkOperator;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A {@link SerialSink} as a {@link FlowableProcessor}: any number of threads call it, and one
 * subscriber gets what it requests, or the subscribers of another processor get what that requests.
 * Use it in place of {@link UnicastProcessor} with {@code toSerialized()}, or in front of a {@code
 * PublishProcessor}. {@link RxSerializer#processor} makes it. Threads, order and demand are the sink's. {@link #toSerialized} is not needed:
 * it only adds RxJava's serializer.
 *
 * <p><b>Every item has one outcome:</b> it is delivered; or it is discarded and given to the
 * {@linkplain Serializer#onDiscard discard hook}; or it is refused by a {@link
 * NullPointerException}. An item that finds the {@linkplain Serializer#bounded queue full} is
 * discarded, since {@code onNext} returns nothing. To learn what happened to an item, or to wait
 * for room, use the {@link #sink}.
 *
 * <p><b>Upstreams.</b> There may be several at the same time. The processor requests all items of
 * each. The demand of the subscriber does not reach them, and {@link Overflow} decides what happens
 * if too many items wait. When the stream ends, no upstream is cancelled; RxJava's own processors
 * do the same.
 *
 * @param <T> the type of the items
 */
@SuppressWarnings("exports") // a user of this class requires RxJava anyway
public final class SerialProcessor<T> extends FlowableProcessor<T> {
  private final SerialSink<T> sink;
  private final SinkOperator<T> emitter;

  // Has the subscribers; null: the sink has its one subscriber.
  private final @Nullable FlowableProcessor<T> target;

  // Feeds the target; null as that.
  private final @Nullable ToMany<T> front;

  SerialProcessor(Serializer<? super T> serializer, @Nullable FlowableProcessor<T> target) {
    this.target = target;
    sink = serializer.sink();
    emitter = Bridges.emitter(sink);
    emitter.fallBackTo(null, RxJavaPlugins::onError);
    front = target == null ? null : new ToMany<>(target, emitter::dropRefused);
    if (front != null) {
      emitter.admit(front);
    }
  }

  /**
   * Returns the sink behind this processor. It has what {@link FlowableProcessor} has no method
   * for: results, timeouts, figures and callbacks.
   *
   * @return the sink, always the same
   */
  public SerialSink<T> sink() {
    return sink;
  }

  /**
   * Requests all items of the upstream. If the stream has ended already, cancels the upstream
   * instead (§2.5).
   */
  @Override
  public void onSubscribe(Subscription upstream) {
    Objects.requireNonNull(upstream, "subscription is null (§2.13)");
    if (emitter.isTerminated()) {
      upstream.cancel();
    } else {
      upstream.request(Long.MAX_VALUE);
    }
  }

  /**
   * Emits an item: the calling thread delivers it, or it waits. After the end, or if the queue is
   * full and {@link Overflow} says so, the item is discarded.
   */
  @Override
  public void onNext(T item) {
    emitter.emitOrDiscard(item);
  }

  /**
   * Ends the stream with an error, {@linkplain Serializer#errors before or after} the items that
   * wait. After the end the error goes to the {@linkplain Serializer#onErrorDropped dropped-error hook}.
   */
  @Override
  public void onError(Throwable error) {
    if (!emitter.tryFail(error).isAccepted()) {
      emitter.dropRefused(error);
    }
  }

  /** Completes the stream after all accepted items. After the end it does nothing. */
  @Override
  public void onComplete() {
    emitter.tryComplete();
  }

  @Override
  protected void subscribeActual(Subscriber<? super T> subscriber) {
    if (target != null && front != null) {
      target.subscribe(new Guarded<>(subscriber, front));
      return;
    }
    Bridges.admit(emitter, subscriber);
  }

  /**
   * Returns whether there is a subscriber that has neither cancelled nor got the terminal.
   *
   * @return true if so. A snapshot
   */
  @Override
  public boolean hasSubscribers() {
    return target == null ? emitter.hasSubscriber() : target.hasSubscribers();
  }

  /**
   * Returns whether the stream has failed, or will fail when the items before the error are
   * delivered.
   *
   * @return true if so. A snapshot
   */
  @Override
  public boolean hasThrowable() {
    return getThrowable() != null;
  }

  /**
   * Returns whether the stream is completed, or will be when the items before the completion are
   * delivered.
   *
   * @return true if so. A snapshot
   */
  @Override
  public boolean hasComplete() {
    return emitter.isCompleted() || (target != null && target.hasComplete());
  }

  /**
   * Returns the error for which {@link #hasThrowable} returns true.
   *
   * @return the error, or null
   */
  @Override
  public @Nullable Throwable getThrowable() {
    Throwable error = emitter.error();
    return error == null && target != null ? target.getThrowable() : error;
  }

  /**
   * Returns how many accepted items wait: see {@link SerialSink#backlog}.
   *
   * @return a number of items
   */
  public int backlog() {
    return emitter.backlog();
  }

  /** A subscriber that RxJava need not wrap. */
  private static final class Guarded<T> extends ToMany.Guarded<T> implements FlowableSubscriber<T> {
    Guarded(Subscriber<? super T> downstream, ToMany<?> front) {
      super(downstream, front);
    }
  }

  @Override
  public String toString() {
    return "SerialProcessor of " + sink;
  }
}
