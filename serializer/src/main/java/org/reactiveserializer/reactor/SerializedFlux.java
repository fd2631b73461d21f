package org.reactiveserializer.reactor;

import java.util.Objects;
import org.reactiveserializer.internal.operator.SerialSettings;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;
import reactor.core.publisher.Operators;

/** The operator. Not fuseable, in either direction: a queue between two operators is no way for many threads. */
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
      Operators.reportThrowInSubscribe(emitter, thrown); // and not to actual, beside the emitter
    }
  }
}
