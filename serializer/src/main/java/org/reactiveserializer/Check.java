package org.reactiveserializer;

/** Settings that are refused. */
final class Check {
  private Check() {}

  static int positive(int value, String setting) {
    if (value <= 0) {
      throw new IllegalArgumentException(setting + " must be positive, was " + value);
    }
    return value;
  }
}
