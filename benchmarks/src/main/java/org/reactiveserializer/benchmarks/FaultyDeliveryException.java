package org.reactiveserializer.benchmarks;

/**
 * Thrown if a contender lost, duplicated, reordered, overlapped or tore items, so its speed is
 * meaningless.
 */
public final class FaultyDeliveryException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public FaultyDeliveryException(String faults) {
    super(faults);
  }
}
