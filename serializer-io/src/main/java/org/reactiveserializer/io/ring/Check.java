package org.reactiveserializer.io.ring;

import java.time.Duration;

/** Arguments that are refused. */
final class Check {
  /** What can be measured in nanoseconds: 292 years. */
  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

  private Check() {}

  static int positive(int value, String what) {
    if (value <= 0) {
      throw new IllegalArgumentException(what + " must be positive, was " + value);
    }
    return value;
  }

  static int notNegative(int value, String what) {
    if (value < 0) {
      throw new IllegalArgumentException(what + " must not be negative, was " + value);
    }
    return value;
  }

  static Duration positive(Duration value, String what) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(what + " must be positive, was " + value);
    }
    return value.compareTo(LONGEST) > 0 ? LONGEST : value;
  }

  /** Returns a time to wait in nanoseconds; none if it is negative. */
  static long nanos(Duration time) {
    return time.isNegative() ? 0 : time.compareTo(LONGEST) > 0 ? Long.MAX_VALUE : time.toNanos();
  }

  /** Checks a capacity, in units of {@code unit} bytes. */
  static int capacity(int value, int min, int max, String unit) {
    if (value < min || value > max || Integer.bitCount(value) != 1) {
      throw new IllegalArgumentException(
          "capacity must be a power of two from %d to %d %s, was %d"
              .formatted(min, max, unit, value));
    }
    return value;
  }
}
