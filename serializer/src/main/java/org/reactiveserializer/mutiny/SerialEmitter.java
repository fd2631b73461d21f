package org.reactiveserializer.mutiny;

import io.smallrye.mutiny.Context;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.smallrye.mutiny.subscription.MultiEmitter;
import java.util.concurrent.Flow;
import java.util.function.LongConsumer;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.internal.operator.Bridges;
import org.reactiveserializer.internal.operator.SinkOperator;
import org.reactiveserializer.internal.operator.ToMany;
import org.reactivestreams.FlowAdapters;

/**
 * A {@link Multi} that any number of threads feed, with one subscriber: a {@link SerialSink}
 * behind Mutiny's {@link MultiEmitter}. {@link MutinySerializer#emitter(Serializer)} makes it.
 * Threads, order, demand and bounds are the sink's.
 *
 * <p><b>Callbacks</b> are the sink's: {@link SerialSink#onTermination}, {@link SerialSink#onCancel} and
 * {@link SerialSink#onRequest}. After the end none is kept.
 *
 * @param <T> the type of the items
 */
@SuppressWarnings("exports") // a user of this class requires Mutiny anyway
public final class SerialEmitter<T> implements MultiEmitter<T> {
  private final SinkOperator<T> sink;
  private final Multi<T> multi;

  SerialEmitter(Serializer<? super T> serializer) {
    sink = new SinkOperator<>(Bridges.settings(serializer));
    multi = MutinyDialect.multi(sink);
  }

  /** Creates an emitter that feeds {@code target}, which has the subscribers. */
  <P extends Multi<T> & Flow.Processor<T, T>> SerialEmitter(
      Serializer<? super T> serializer, P target) {
    sink = new SinkOperator<>(Bridges.settings(serializer));
    sink.fallBackTo(null, Infrastructure::handleDroppedException);
    sink.subscribe(new ToMany<>(FlowAdapters.toSubscriber(target), sink::dropRefused));
    multi = target;
  }

  /**
   * {@return the stream, always the same: the processor that this emitter feeds, or one whose second
   * subscriber gets an {@link IllegalStateException}}
   */
  public Multi<T> toMulti() {
    return multi;
  }

  /** {@return the sink behind this emitter, for what {@link MultiEmitter} has no method for} */
  public SerialSink<T> sink() {
    return sink;
  }

  /**
   * Emits an item and returns what happened to it: see {@link SerialSink#tryEmit}.
   *
   * @param item the item
   * @return the result; the caller keeps an item that was not accepted
   */
  public EmitOutcome tryEmit(T item) {
    return sink.tryEmit(item);
  }

  /** Emits an item; one that is not accepted is discarded: see {@link SerialSink#emitOrDiscard}. */
  @Override
  public SerialEmitter<T> emit(T item) {
    sink.emitOrDiscard(item);
    return this;
  }

  /**
   * Ends the stream with a failure, {@linkplain Serializer#errors before or after} the items that
   * wait. After the end, the failure goes to the {@linkplain Serializer#onErrorDropped dropped-error
   * hook}.
   */
  @Override
  public void fail(Throwable failure) {
    sink.failOrDrop(failure);
  }

  /** Completes the stream after all accepted items. After the end it does nothing. */
  @Override
  public void complete() {
    sink.tryComplete();
  }

  @Override
  public SerialEmitter<T> onTermination(Runnable callback) {
    sink.onTermination(callback);
    return this;
  }

  @Override
  public SerialEmitter<T> onCancellation(Runnable callback) {
    sink.onCancel(callback);
    return this;
  }

  @Override
  public SerialEmitter<T> onRequest(LongConsumer callback) {
    sink.onRequest(callback);
    return this;
  }

  /** Returns whether the subscriber has cancelled or thrown; false after a completion or a failure. */
  @Override
  public boolean isCancelled() {
    return sink.wasCancelled();
  }

  @Override
  public long requested() {
    return sink.requested();
  }

  /** {@return how many accepted items wait: see {@link SerialSink#backlog}} */
  public int backlog() {
    return sink.backlog();
  }

  @Override
  public String toString() {
    return "SerialEmitter of " + sink;
  }

  /** Returns the subscriber's context; an empty one before it arrives, and after the end. */
  @Override
  public Context context() {
    return MutinyDialect.contextOf(sink.current());
  }
}
