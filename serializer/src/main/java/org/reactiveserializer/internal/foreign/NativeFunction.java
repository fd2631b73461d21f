package org.reactiveserializer.internal.foreign;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds functions of the operating system through {@code java.lang.foreign}. By reflection, since
 * that package exists since JDK 22, and this is compiled with, and for, JDK 17.
 *
 * <p>The types of a function are the names of constants of {@code ValueLayout}: {@code JAVA_INT} for
 * {@code int}; {@code JAVA_LONG} for {@code long}, for {@code size_t}, and for a pointer, which is
 * passed in the same way on the 64-bit systems that this is used on.
 */
public final class NativeFunction {
  private static final int FIRST_JDK = 22;

  private final Object linker = invoke(type("Linker"), "nativeLinker", null);

  /** Returns whether the JDK has {@code java.lang.foreign}. */
  public static boolean exists() {
    return Runtime.version().feature() >= FIRST_JDK;
  }

  /** Returns whether native access is enabled, so that it causes no warning on the console. */
  public static boolean isAllowed() throws ReflectiveOperationException {
    Module own = NativeFunction.class.getModule();
    return (boolean) Module.class.getMethod("isNativeAccessEnabled").invoke(own);
  }

  /** Gets the linker of this platform. */
  public NativeFunction() throws ReflectiveOperationException {}

  /** Finds a function of the C library. */
  public MethodHandle function(String name, String result, String... arguments)
      throws ReflectiveOperationException {
    return link(cLibrary(), name, descriptor(result, arguments));
  }

  /** Finds a function of the C library whose arguments after the first {@code fixed} are variadic. */
  public MethodHandle variadic(String name, int fixed, String result, String... arguments)
      throws ReflectiveOperationException {
    Object option =
        type("Linker$Option").getMethod("firstVariadicArg", int.class).invoke(null, fixed);
    return link(cLibrary(), name, descriptor(result, arguments), option);
  }

  /** Finds a function of a system library: {@code void name()}. */
  public MethodHandle procedure(String library, String name) throws ReflectiveOperationException {
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

  /** Returns the address of the first byte of a direct buffer, which the caller keeps reachable. */
  public static long address(ByteBuffer direct) throws ReflectiveOperationException {
    Class<?> segment = type("MemorySegment");
    Object whole =
        segment.getMethod("ofBuffer", Buffer.class).invoke(null, direct.duplicate().clear());
    return (long) segment.getMethod("address").invoke(whole);
  }

  private Object cLibrary() throws ReflectiveOperationException {
    return invoke(type("Linker"), "defaultLookup", linker);
  }

  private static Object descriptor(String result, String... arguments)
      throws ReflectiveOperationException {
    Object[] layouts = new Object[arguments.length];
    for (int i = 0; i < layouts.length; i++) {
      layouts[i] = layout(arguments[i]);
    }
    Object array = array("MemoryLayout", layouts);
    Class<?>[] types = {type("MemoryLayout"), array.getClass()};
    return type("FunctionDescriptor").getMethod("of", types).invoke(null, layout(result), array);
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
