package org.reactiveserializer.tck;

import org.reactiveserializer.Serializer;
import org.reactiveserializer.observability.guard.SerialGuard;
import org.reactivestreams.Subscriber;

/** {@link SerialGuard#wrap} around a serializer. */
public class GuardWhiteboxVerification extends WrapWhiteboxVerification {
  @Override
  Subscriber<Integer> wrap(Serializer<Integer> settings, Subscriber<Integer> downstream) {
    return SerialGuard.withDefaults().onBreach(breach -> {}).wrap(settings.wrap(downstream));
  }
}
