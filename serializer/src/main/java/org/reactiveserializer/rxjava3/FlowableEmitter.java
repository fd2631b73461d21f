package org.reactiveserializer.rxjava3;

import org.reactiveserializer.internal.emission.EmissionRight;
import org.reactiveserializer.internal.operator.SerialEmitter;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactivestreams.Subscriber;

/** The core's emitter as RxJava wants its subscribers. */
final class FlowableEmitter<T> extends SerialEmitter<T> implements SerializedFlowableSubscriber<T> {
  private FlowableEmitter(
      EmissionRight right, SerialSettings<T> settings, Subscriber<? super T> downstream) {
    super(right, settings, downstream);
  }

  static <T> FlowableEmitter<T> of(
      SerialSettings<T> settings, Subscriber<? super T> downstream) {
    EmissionRight right = EmissionRight.create(); // first, for its padding: see Serializer.wrap
    return new FlowableEmitter<>(right, settings, downstream);
  }
}
