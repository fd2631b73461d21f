package org.reactiveserializer;

import java.time.Duration;
import java.util.Objects;
import org.reactiveserializer.internal.operator.Refused;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.SinkEmitter;
import org.reactiveserializer.internal.waiting.Fate;
import org.reactivestreams.Subscriber;

/** The emitter itself, so that no object lies between the caller and it. */
final class DirectSink<T> extends SinkEmitter<T> implements SerializedSink<T> {
  DirectSink(SerialSettings<T> settings) {
    super(settings);
  }

  @Override
  public EmitResult tryEmit(T item) {
    return result(emit(item));
  }

  @Override
  public EmitResult emit(T item, Duration timeout) {
    return result(emit(item, nanos(timeout)));
  }

  private static long nanos(Duration timeout) {
    try {
      return timeout.toNanos();
    } catch (ArithmeticException tooLong) {
      return timeout.isNegative() ? 0 : Long.MAX_VALUE;
    }
  }

  @Override
  public EmitResult tryComplete() {
    return result(end());
  }

  @Override
  public EmitResult tryFail(Throwable error) {
    return result(end(error));
  }

  private EmitResult result(int fate) {
    if (Fate.isDelivered(fate)) {
      return EmitResult.DELIVERED;
    }
    return switch (fate) {
      case Fate.WAITS -> EmitResult.QUEUED;
      case Fate.FULL -> EmitResult.OVERFLOW;
      default -> isCancelled() ? EmitResult.CANCELLED : EmitResult.TERMINATED;
    };
  }

  @Override
  public Stats stats() {
    return new Stats(deliveredCount(), backlog(), discardedCount(), highWater(), contendedCount());
  }

  @Override
  public void subscribe(Subscriber<? super T> subscriber) {
    Throwable refusal = admit(Objects.requireNonNull(subscriber, "subscriber is null (§1.9)"));
    if (refusal != null) {
      Refused.tell(subscriber, refusal);
    }
  }
}
