package org.reactiveserializer.benchmarks;

/** A contender did not do what a serializer is for, so its speed is not worth a look. */
final class FaultyDeliveryException extends RuntimeException {
  private static final long serialVersionUID = 1;

  FaultyDeliveryException(String faults) {
    super(faults);
  }
}
