package org.reactiveserializer.mutiny;

import io.smallrye.mutiny.Context;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.operators.AbstractMulti;
import io.smallrye.mutiny.subscription.MultiEmitter;
import io.smallrye.mutiny.subscription.MultiSubscriber;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.reactiveserializer.EmitResult;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.waiting.Fate;

/**
 * A {@link Multi} that any number of threads feed, for one subscriber. Made by {@link
 * MutinySerializer#emitter(org.reactiveserializer.Serializer)}. Threads, order, demand and bounds: as {@link
 * org.reactiveserializer.SerializedSink}.
 *
 * <p><b>Callbacks</b> run once each, in the thread in which the occasion arises, and at once if that is past.
 * That for termination runs when the subscriber has got the terminal, or when the thread that emits has found
 * that it cancelled or threw. After the end none is kept, also none that is set then.
 *
 * @param <T> the type of the items
 */
@SuppressWarnings("exports") // who uses it requires Mutiny
public final class SerializedEmitter<T> implements MultiEmitter<T> {
  private final MultiSinkEmitter<T> sink;
  private final Multi<T> multi = new View();

  SerializedEmitter(SerialSettings<T> settings) {
    sink = new MultiSinkEmitter<>(settings);
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
   * Emits an item, and tells what became of it: see {@link org.reactiveserializer.SerializedSink#tryEmit}.
   *
   * @param item the item
   * @return what became of it; if it was not accepted, it is the caller's
   * @throws NullPointerException if {@code item} is null; nothing changes then
   */
  public EmitResult tryEmit(T item) {
    int fate = sink.emit(item);
    if (Fate.isDelivered(fate)) {
      return EmitResult.DELIVERED;
    }
    return switch (fate) {
      case Fate.WAITS -> EmitResult.QUEUED;
      case Fate.FULL -> EmitResult.OVERFLOW;
      default -> sink.isCancelled() ? EmitResult.CANCELLED : EmitResult.TERMINATED;
    };
  }

  /**
   * Emits an item. One that is not accepted goes to the {@linkplain
   * org.reactiveserializer.Serializer#onDiscard discard hook}, since the caller does not learn of it.
   *
   * @throws NullPointerException if {@code item} is null; nothing changes then
   */
  @Override
  public SerializedEmitter<T> emit(T item) {
    if (!tryEmit(item).isAccepted()) {
      sink.discardRefused(item);
    }
    return this;
  }

  /**
   * Ends the stream with a failure, {@linkplain org.reactiveserializer.Serializer#errors before or behind}
   * the items that wait. After the end it goes to the {@linkplain
   * org.reactiveserializer.Serializer#onDropped dropped-error hook}.
   *
   * @throws NullPointerException if {@code failure} is null; nothing changes then
   */
  @Override
  public void fail(Throwable failure) {
    if (sink.end(failure) == Fate.LATE) {
      sink.dropRefused(failure);
    }
  }

  /** Completes the stream, behind all items that were accepted. After the end it does nothing. */
  @Override
  public void complete() {
    sink.end();
  }

  @Override
  public SerializedEmitter<T> onTermination(Runnable callback) {
    sink.terminated().call(Objects.requireNonNull(callback, "callback is null"));
    return this;
  }

  @Override
  public SerializedEmitter<T> onCancellation(Runnable callback) {
    sink.cancelled().call(Objects.requireNonNull(callback, "callback is null"));
    return this;
  }

  /** Sets what runs after each request of the subscriber, in its thread. Not for requests from before. */
  @Override
  public SerializedEmitter<T> onRequest(LongConsumer callback) {
    sink.onRequest(Objects.requireNonNull(callback, "callback is null"));
    return this;
  }

  /** Tells whether nothing more is accepted: the stream was completed, failed or cancelled. */
  @Override
  public boolean isCancelled() {
    return sink.isOver();
  }

  @Override
  public long requested() {
    return sink.requested();
  }

  /**
   * Returns how many items were accepted and are neither delivered nor discarded: see {@link
   * org.reactiveserializer.SerializedSink#backlog}.
   *
   * @return a number of items
   */
  public int backlog() {
    return sink.backlog();
  }

  /** Returns the subscriber's context; an empty one while there is none. */
  @Override
  public Context context() {
    return sink.context();
  }

  private final class View extends AbstractMulti<T> {
    @Override
    public void subscribe(MultiSubscriber<? super T> subscriber) {
      sink.admit(subscriber);
    }
  }
}
