package org.reactiveserializer.rxjava3;

import io.reactivex.rxjava3.core.FlowableSubscriber;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.processors.FlowableProcessor;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.internal.engine.End;
import org.reactiveserializer.internal.operator.Bridges;
import org.reactiveserializer.internal.operator.SinkOperator;
import org.reactiveserializer.internal.operator.ToMany;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A {@link SerialSink} as a {@link FlowableProcessor}: any number of threads call it, and one
 * subscriber gets what it requests, or the subscribers of another processor get what that requests.
 * {@link RxSerializer#processor} makes it. Threads, order and demand are the sink's. {@link
 * #toSerialized} is not needed: it only adds RxJava's serializer.
 *
 * <p><b>Every item has one outcome:</b> it is delivered; or it is discarded and given to the
 * {@linkplain Serializer#onDiscard discard hook}; or it is refused by a {@link
 * NullPointerException}. An item that comes after the end, or that finds the {@linkplain
 * Serializer#bounded queue full}, is discarded, since {@code onNext} returns nothing. To learn what
 * happened to an item, or to wait for room, use the {@link #sink}.
 *
 * <p><b>Upstreams.</b> There may be several at the same time. The processor requests all items of
 * each; one that comes after the end is cancelled (§2.5). The demand of the subscriber does not reach
 * them, and {@link Overflow} decides what happens if too many items wait. When the stream ends, no
 * upstream is cancelled; RxJava's own processors do the same.
 *
 * @param <T> the type of the items
 */
@SuppressWarnings("exports") // a user of this class requires RxJava anyway
public sealed class SerialProcessor<T> extends FlowableProcessor<T> {
  final SinkOperator<T> emitter;

  SerialProcessor(Serializer<? super T> serializer) {
    emitter = new SinkOperator<>(Bridges.settings(serializer));
    emitter.fallBackTo(null, RxJavaPlugins::onError);
  }

  /** {@return the sink behind this processor, for what {@link FlowableProcessor} has no method for} */
  public final SerialSink<T> sink() {
    return emitter;
  }

  @Override
  public final void onSubscribe(Subscription upstream) {
    Objects.requireNonNull(upstream, "subscription is null (§2.13)");
    if (emitter.isTerminated()) {
      upstream.cancel();
    } else {
      upstream.request(Long.MAX_VALUE);
    }
  }

  @Override
  public final void onNext(T item) {
    emitter.emitOrDiscard(item);
  }

  /**
   * Ends the stream with an error, {@linkplain Serializer#errors before or after} the items that
   * wait. After the end the error goes to the {@linkplain Serializer#onErrorDropped dropped-error hook}.
   */
  @Override
  public final void onError(Throwable error) {
    emitter.failOrDrop(error);
  }

  /** Completes the stream after all accepted items. After the end it does nothing. */
  @Override
  public final void onComplete() {
    emitter.tryComplete();
  }

  @Override
  protected void subscribeActual(Subscriber<? super T> subscriber) {
    emitter.subscribe(subscriber);
  }

  /** Returns whether there is a subscriber that has neither cancelled nor got the terminal. */
  @Override
  public boolean hasSubscribers() {
    return emitter.hasSubscriber();
  }

  @Override
  public final boolean hasThrowable() {
    return getThrowable() != null;
  }

  /** Returns whether the stream is completed, or will be when the items that wait are delivered. */
  @Override
  public boolean hasComplete() {
    End end = emitter.requestedEnd(); // one read: it may change
    return end != null && end.isCompletion();
  }

  /** Returns the error that was signalled, or will be when the items before it are delivered. */
  @Override
  public @Nullable Throwable getThrowable() {
    return emitter.error();
  }

  /** {@return how many accepted items wait: see {@link SerialSink#backlog}} */
  public final int backlog() {
    return emitter.backlog();
  }

  @Override
  public final String toString() {
    return "SerialProcessor of " + emitter;
  }

  /** In front of another processor, which has the subscribers. */
  static final class InFront<T> extends SerialProcessor<T> {
    private final FlowableProcessor<T> target;
    private final ToMany<T> feeder;

    InFront(Serializer<? super T> serializer, FlowableProcessor<T> target) {
      super(serializer);
      this.target = target;
      feeder = new ToMany<>(target, emitter::dropRefused);
      emitter.subscribe(feeder);
    }

    @Override
    protected void subscribeActual(Subscriber<? super T> subscriber) {
      target.subscribe(new Guarded<>(subscriber, feeder));
    }

    @Override
    public boolean hasSubscribers() {
      return target.hasSubscribers();
    }

    @Override
    public boolean hasComplete() {
      return super.hasComplete() || target.hasComplete();
    }

    @Override
    public @Nullable Throwable getThrowable() {
      Throwable error = super.getThrowable();
      return error == null ? target.getThrowable() : error;
    }
  }

  /** A subscriber that RxJava need not wrap. */
  private static final class Guarded<T> extends ToMany.Guarded<T> implements FlowableSubscriber<T> {
    Guarded(Subscriber<? super T> downstream, ToMany<?> feeder) {
      super(downstream, feeder);
    }
  }
}
