package org.reactiveserializer;

import org.reactiveserializer.internal.operator.SerialOperator;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactivestreams.Subscriber;

/** The emitter itself, so that no object lies between the caller and it. */
final class DirectSubscriber<T> extends SerialOperator<T> implements SerialSubscriber<T> {
  DirectSubscriber(SerialSettings<T> settings, Subscriber<? super T> downstream) {
    super(settings, downstream);
  }
}
