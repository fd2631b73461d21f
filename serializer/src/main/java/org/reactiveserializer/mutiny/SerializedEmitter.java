package org.reactiveserializer.mutiny;

import io.smallrye.mutiny.Context;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.subscription.MultiEmitter;
import io.smallrye.mutiny.subscription.MultiSubscriber;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitResult;
import org.reactiveserializer.SerializedSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.internal.operator.Bridges;
import org.reactiveserializer.internal.operator.SinkEmitter;

/**
 * A {@link Multi} that any number of threads feed, with one subscriber: a {@link SerializedSink}
 * behind Mutiny's {@link MultiEmitter}. {@link MutinySerializer#emitter(Serializer)} makes it.
 * Threads, order, demand and bounds are the sink's.
 *
 * <p><b>Callbacks.</b> The callbacks for termination and for cancellation run at most once each, in
 * the thread in which the event happens. If the event has happened already, the method that sets
 * the callback runs it at once. The callback for termination runs when the subscriber has got the
 * terminal, or when the delivering thread has found that the subscriber cancelled or threw. After
 * the end no callback is kept.
 *
 * @param <T> the type of the items
 */
@SuppressWarnings("exports") // a user of this class requires Mutiny anyway
public final class SerializedEmitter<T> implements MultiEmitter<T> {
  private final SerializedSink<T> sink;
  private final SinkEmitter<T> core;
  private final Multi<T> multi;

  // Null before the subscriber arrives, and after the end (§3.13).
  private volatile @Nullable MultiSubscriber<? super T> downstream;

  SerializedEmitter(Serializer<? super T> serializer) {
    sink = serializer.sink();
    core = Bridges.emitter(sink);
    core.callbacks().whenDone(() -> downstream = null);
    multi = new SinkMulti<>(core, subscriber -> downstream = subscriber);
  }

  /**
   * Returns the stream.
   *
   * @return the stream, always the same; a second subscriber gets an {@link IllegalStateException}
   */
  public Multi<T> toMulti() {
    return multi;
  }

  /**
   * Returns the sink behind this emitter. It has what {@link MultiEmitter} has no method for:
   * timeouts, figures, and more.
   *
   * @return the sink, always the same
   */
  public SerializedSink<T> sink() {
    return sink;
  }

  /**
   * Emits an item and returns what happened to it: see {@link SerializedSink#tryEmit}.
   *
   * @param item the item
   * @return the result; the caller keeps an item that was not accepted
   * @throws NullPointerException if {@code item} is null; nothing changes then
   */
  public EmitResult tryEmit(T item) {
    return sink.tryEmit(item);
  }

  /**
   * Emits an item. If the item is not accepted, it goes to the {@linkplain Serializer#onDiscard
   * discard hook}, since the caller does not learn of that.
   *
   * @throws NullPointerException if {@code item} is null; nothing changes then
   */
  @Override
  public SerializedEmitter<T> emit(T item) {
    if (!sink.tryEmit(item).isAccepted()) {
      core.discardRefused(item);
    }
    return this;
  }

  /**
   * Ends the stream with a failure, {@linkplain Serializer#errors before or after} the items that
   * wait. After the end, the failure goes to the {@linkplain Serializer#onDropped dropped-error
   * hook}.
   *
   * @throws NullPointerException if {@code failure} is null; nothing changes then
   */
  @Override
  public void fail(Throwable failure) {
    if (!sink.tryFail(failure).isAccepted()) {
      core.dropRefused(failure);
    }
  }

  /** Completes the stream after all accepted items. After the end it does nothing. */
  @Override
  public void complete() {
    sink.tryComplete();
  }

  @Override
  public SerializedEmitter<T> onTermination(Runnable callback) {
    sink.onTermination(callback);
    return this;
  }

  @Override
  public SerializedEmitter<T> onCancellation(Runnable callback) {
    sink.onCancel(callback);
    return this;
  }

  /**
   * Sets a callback that runs after each later request of the subscriber, in the thread that
   * requests.
   */
  @Override
  public SerializedEmitter<T> onRequest(LongConsumer callback) {
    sink.onRequest(callback);
    return this;
  }

  /**
   * Returns whether the subscriber has cancelled or thrown. After a completion or a failure this is
   * false.
   */
  @Override
  public boolean isCancelled() {
    return core.wasCancelled();
  }

  @Override
  public long requested() {
    return sink.requested();
  }

  /**
   * Returns how many accepted items wait: see {@link SerializedSink#backlog}.
   *
   * @return a number of items
   */
  public int backlog() {
    return sink.backlog();
  }

  /**
   * Returns the subscriber's context; an empty one while there is no subscriber, and after the end.
   */
  @Override
  public Context context() {
    MultiSubscriber<? super T> subscriber = downstream;
    return subscriber == null ? Context.empty() : MultiDownstream.contextOf(subscriber);
  }
}
