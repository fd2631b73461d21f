package org.reactiveserializer.benchmarks;

/**
 * Thrown if a contender lost, duplicated, reordered or overlapped items, so its speed is
 * meaningless.
 */
final class FaultyDeliveryException extends RuntimeException {
  private static final long serialVersionUID = 1;

  FaultyDeliveryException(String faults) {
    super(faults);
  }
}
