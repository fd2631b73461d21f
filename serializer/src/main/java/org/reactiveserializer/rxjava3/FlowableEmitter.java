package org.reactiveserializer.rxjava3;

import org.reactiveserializer.internal.operator.SerialOperator;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactivestreams.Subscriber;

/**
 * The core's emitter as a subscriber of RxJava's own type, which a {@code Flowable} calls directly.
 */
final class FlowableEmitter<T> extends SerialOperator<T> implements SerialFlowableSubscriber<T> {
  FlowableEmitter(SerialSettings<T> settings, Subscriber<? super T> downstream) {
    super(settings, downstream);
  }
}
