package org.reactiveserializer.benchmarks.alternatives;

/** Reads constants of the library that the alternatives copy. */
final class Library {
  private Library() {}

  static long number(Class<?> owner, String constant) {
    try {
      var field = owner.getDeclaredField(constant);
      field.setAccessible(true);
      return field.getLong(null);
    } catch (ReflectiveOperationException gone) {
      throw new AssertionError("The library has no constant %s in %s any more".formatted(constant, owner), gone);
    }
  }
}
