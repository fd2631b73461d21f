package org.reactiveserializer.internal.barrier;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds a function of the operating system through {@code java.lang.foreign}. By reflection, since
 * that package exists since JDK 22, and this is compiled with, and for, JDK 17.
 */
final class NativeFunction {
  private static final int FIRST_JDK = 22;

  private final Object linker = invoke(type("Linker"), "nativeLinker", null);

  /** Returns whether the JDK has {@code java.lang.foreign}. */
  static boolean exists() {
    return Runtime.version().feature() >= FIRST_JDK;
  }

  /** Returns whether native access is enabled, so that it causes no warning on the console. */
  static boolean isAllowed() throws ReflectiveOperationException {
    Module own = NativeFunction.class.getModule();
    return (boolean) Module.class.getMethod("isNativeAccessEnabled").invoke(own);
  }

  NativeFunction() throws ReflectiveOperationException {}

  /**
   * Finds a function of the C library: {@code long name(long, int, int, int)}, whose arguments
   * except the first are variadic.
   */
  MethodHandle variadic(String name) throws ReflectiveOperationException {
    Object number = layout("JAVA_LONG");
    Object argument = layout("JAVA_INT");
    Object arguments = array("MemoryLayout", number, argument, argument, argument);
    Class<?>[] types = {type("MemoryLayout"), arguments.getClass()};
    Object descriptor =
        type("FunctionDescriptor").getMethod("of", types).invoke(null, number, arguments);
    Object option =
        type("Linker$Option").getMethod("firstVariadicArg", int.class).invoke(null, 1);
    return link(invoke(type("Linker"), "defaultLookup", linker), name, descriptor, option);
  }

  /** Finds a function of a system library: {@code void name()}. */
  MethodHandle procedure(String library, String name) throws ReflectiveOperationException {
    Class<?> arena = type("Arena");
    Object lookup =
        type("SymbolLookup")
            .getMethod("libraryLookup", String.class, arena)
            .invoke(null, library, invoke(arena, "global", null));
    Object none = array("MemoryLayout");
    Object descriptor =
        type("FunctionDescriptor").getMethod("ofVoid", none.getClass()).invoke(null, none);
    return link(lookup, name, descriptor);
  }

  private MethodHandle link(Object lookup, String name, Object descriptor, Object... options)
      throws ReflectiveOperationException {
    Optional<?> address =
        (Optional<?>) type("SymbolLookup").getMethod("find", String.class).invoke(lookup, name);
    Object linkerOptions = array("Linker$Option", options);
    return (MethodHandle)
        type("Linker")
            .getMethod(
                "downcallHandle",
                type("MemorySegment"),
                type("FunctionDescriptor"),
                linkerOptions.getClass())
            .invoke(
                linker,
                address.orElseThrow(() -> new NoSuchMethodException(name)),
                descriptor,
                linkerOptions);
  }

  private static Object layout(String name) throws ReflectiveOperationException {
    return type("ValueLayout").getField(name).get(null);
  }

  private static Object invoke(Class<?> type, String method, @Nullable Object receiver)
      throws ReflectiveOperationException {
    return type.getMethod(method).invoke(receiver);
  }

  private static Object array(String type, Object... elements) throws ClassNotFoundException {
    Object array = Array.newInstance(type(type), elements.length);
    for (int i = 0; i < elements.length; i++) {
      Array.set(array, i, elements[i]);
    }
    return array;
  }

  private static Class<?> type(String name) throws ClassNotFoundException {
    return Class.forName("java.lang.foreign." + name);
  }
}
