package org.reactiveserializer;

import java.time.Duration;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.reactiveserializer.internal.operator.Bridges;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.SinkOperator;
import org.reactiveserializer.internal.settings.Check;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/** The emitter itself, so that no object lies between the caller and it. */
final class DirectSink<T> extends SinkOperator<T> implements SerialSink<T> {
  DirectSink(SerialSettings<T> settings) {
    super(settings);
  }

  @Override
  public EmitOutcome emit(T item, Duration timeout) {
    Objects.requireNonNull(item, "item is null");
    return emit(item, Check.nanos(Objects.requireNonNull(timeout, "timeout is null")));
  }

  @Override
  public SerialSink<T> onRoom(Runnable callback) {
    whenRoom(nonNull(callback));
    return this;
  }

  @Override
  public SerialSink<T> onCancel(Runnable callback) {
    callbacks().onCancel(nonNull(callback));
    return this;
  }

  @Override
  public SerialSink<T> onTermination(Runnable callback) {
    callbacks().onTermination(nonNull(callback));
    return this;
  }

  @Override
  public SerialSink<T> onRequest(LongConsumer callback) {
    callbacks().onRequest(nonNull(callback));
    return this;
  }

  private record OfSink<T>(DirectSink<T> sink) implements Publisher<T> {
    @Override
    public void subscribe(Subscriber<? super T> subscriber) {
      sink.subscribe(subscriber);
    }
  }

  private static <C> C nonNull(C callback) {
    return Objects.requireNonNull(callback, "callback is null");
  }

  @Override
  public String toString() {
    return hooks.describe("SerialSink", this);
  }

  @Override
  public Publisher<T> asPublisher() {
    return new OfSink<>(this);
  }

  @Override
  public void subscribe(Subscriber<? super T> subscriber) {
    Bridges.admit(this, Objects.requireNonNull(subscriber, "subscriber is null (§1.9)"));
  }
}
