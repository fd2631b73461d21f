package org.reactiveserializer;

import org.reactiveserializer.internal.operator.SerialEmitter;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactivestreams.Subscriber;

/** The emitter itself, so that no object lies between the caller and it. */
final class DirectSubscriber<T> extends SerialEmitter<T> implements SerializedSubscriber<T> {
  DirectSubscriber(SerialSettings<T> settings, Subscriber<? super T> downstream) {
    super(settings, downstream);
  }
}
