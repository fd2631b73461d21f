package org.reactiveserializer.reactor;

import java.util.Objects;
import org.reactiveserializer.internal.operator.SerialSettings;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;
import reactor.core.publisher.Operators;

/**
 * The operator. Fusion is neither requested nor offered: the queue of two fused operators is for
 * one producer.
 */
final class SerializedFlux<T> extends FluxOperator<T, T> {
  private final SerialSettings<T> settings;

  SerializedFlux(Flux<? extends T> source, SerialSettings<T> settings) {
    super(source);
    this.settings = settings;
  }

  @Override
  public void subscribe(CoreSubscriber<? super T> actual) {
    CoreEmitter<T> emitter =
        CoreEmitter.of(settings, Objects.requireNonNull(actual, "subscriber is null (§1.9)"));
    try {
      source.subscribe(emitter);
    } catch (Throwable thrown) {
      // Not to actual: it must get no signal but the emitter's.
      Operators.reportThrowInSubscribe(emitter, thrown);
    }
  }
}
