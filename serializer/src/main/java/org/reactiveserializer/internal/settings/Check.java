package org.reactiveserializer.internal.settings;

import java.time.Duration;

/** Arguments that are refused: the message names the setting and the value. */
public final class Check {
  /** What can be measured in nanoseconds: 292 years. */
  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

  private Check() {}

  public static int positive(int value, String setting) {
    return (int) positive((long) value, setting);
  }

  public static long positive(long value, String setting) {
    if (value <= 0) {
      throw new IllegalArgumentException(setting + " must be positive, was " + value);
    }
    return value;
  }

  public static int notNegative(int value, String setting) {
    if (value < 0) {
      throw new IllegalArgumentException(setting + " must not be negative, was " + value);
    }
    return value;
  }

  /** Returns a positive time; no more than can be measured in nanoseconds. */
  public static Duration positive(Duration value, String setting) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(setting + " must be positive, was " + value);
    }
    return value.compareTo(LONGEST) > 0 ? LONGEST : value;
  }

  /** Returns a time to wait in nanoseconds; none if it is negative. */
  public static long nanos(Duration time) {
    return time.isNegative() ? 0 : time.compareTo(LONGEST) > 0 ? Long.MAX_VALUE : time.toNanos();
  }
}
