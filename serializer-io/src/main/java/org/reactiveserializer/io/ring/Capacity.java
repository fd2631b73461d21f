package org.reactiveserializer.io.ring;

/** How much a ring can hold. */
final class Capacity {
  private Capacity() {}

  /** Checks a capacity, in units whose name is {@code unit}. */
  static int check(int value, int min, int max, String unit) {
    if (value < min || value > max || Integer.bitCount(value) != 1) {
      throw new IllegalArgumentException(
          "capacity must be a power of two from %d to %d %s, was %d"
              .formatted(min, max, unit, value));
    }
    return value;
  }
}
