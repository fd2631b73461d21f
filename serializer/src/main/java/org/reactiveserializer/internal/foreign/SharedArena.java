package org.reactiveserializer.internal.foreign;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Opens shared arenas, by reflection as in {@link NativeFunction}. No method of an arena is
 * restricted, so this needs no option of the virtual machine.
 */
public final class SharedArena {
  private SharedArena() {}

  /** Returns {@code Arena.ofShared}, as a handle of the type {@code ()AutoCloseable}. */
  public static MethodHandle opening() throws ReflectiveOperationException {
    Class<?> arena = Class.forName("java.lang.foreign.Arena");
    return MethodHandles.publicLookup()
        .findStatic(arena, "ofShared", MethodType.methodType(arena))
        .asType(MethodType.methodType(AutoCloseable.class));
  }
}
