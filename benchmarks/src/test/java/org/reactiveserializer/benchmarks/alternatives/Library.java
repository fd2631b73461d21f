package org.reactiveserializer.benchmarks.alternatives;

/** Reads the library's own numbers, of which the alternatives have copies. */
final class Library {
  private Library() {}

  static long number(Class<?> owner, String constant) {
    try {
      var field = owner.getDeclaredField(constant);
      field.setAccessible(true);
      return field.getLong(null);
    } catch (ReflectiveOperationException gone) {
      throw new AssertionError("The library has no such number any more", gone);
    }
  }
}
