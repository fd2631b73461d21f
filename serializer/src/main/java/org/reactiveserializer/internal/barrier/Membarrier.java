package org.reactiveserializer.internal.barrier;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.util.Optional;

/**
 * Linux: {@code membarrier(2)}, private and expedited. The kernel interrupts only the processors
 * that run a thread of this process: a thread that is not running was fenced when it left its
 * processor.
 */
final class Membarrier implements ProcessBarrier {
  private static final int PRIVATE_EXPEDITED = 1 << 3;
  private static final int REGISTER_PRIVATE_EXPEDITED = 1 << 4;
  private static final int QUERY = 0;

  /** The number of the system call on x86-64. */
  private static final long NUMBER = 324;

  private final MethodHandle syscall;
  private final ProcessBarrier lastResort;

  private Membarrier(MethodHandle syscall, ProcessBarrier lastResort) {
    this.syscall = syscall;
    this.lastResort = lastResort;
  }

  /**
   * Registers the process with the kernel.
   *
   * @param lastResort executed instead if the kernel refuses later on
   * @throws UnsupportedOperationException if the kernel, or a sandbox, refuses now
   */
  static ProcessBarrier register(MethodHandle syscall, ProcessBarrier lastResort) {
    Membarrier barrier = new Membarrier(syscall, lastResort);
    long commands = barrier.command(QUERY);
    int needed = PRIVATE_EXPEDITED | REGISTER_PRIVATE_EXPEDITED;
    if (commands < 0
        || (commands & needed) != needed
        || barrier.command(REGISTER_PRIVATE_EXPEDITED) != 0
        || barrier.command(PRIVATE_EXPEDITED) != 0) {
      throw new UnsupportedOperationException("the kernel, or a sandbox, refuses membarrier(2)");
    }
    return barrier;
  }

  @Override
  public void execute() {
    // The kernel does not refuse a registered process, unless it is short of memory, or a sandbox
    // was installed later.
    if (command(PRIVATE_EXPEDITED) != 0) {
      lastResort.execute();
    }
  }

  private long command(int command) {
    try {
      return (long) syscall.invokeExact(NUMBER, command, 0, 0);
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    }
  }

  /**
   * Finds {@code long syscall(long, int, int, int)} of the C library through {@code java.lang.foreign}. By
   * reflection, since that exists since JDK 22, and this is compiled with, and for, JDK 17.
   */
  static MethodHandle syscall() throws ReflectiveOperationException {
    Class<?> linkerType = type("Linker");
    Class<?> layoutType = type("MemoryLayout");
    Class<?> descriptorType = type("FunctionDescriptor");
    Object integer = type("ValueLayout").getField("JAVA_INT").get(null);
    Object number = type("ValueLayout").getField("JAVA_LONG").get(null);
    Object arguments = array(layoutType, number, integer, integer, integer);
    Object descriptor =
        descriptorType
            .getMethod("of", layoutType, arguments.getClass())
            .invoke(null, number, arguments);
    Class<?> optionType = type("Linker$Option");
    Object options =
        array(optionType, optionType.getMethod("firstVariadicArg", int.class).invoke(null, 1));
    Object linker = linkerType.getMethod("nativeLinker").invoke(null);
    Object library = linkerType.getMethod("defaultLookup").invoke(linker);
    Optional<?> address =
        (Optional<?>)
            type("SymbolLookup").getMethod("find", String.class).invoke(library, "syscall");
    return (MethodHandle)
        linkerType
            .getMethod("downcallHandle", type("MemorySegment"), descriptorType, options.getClass())
            .invoke(
                linker,
                address.orElseThrow(() -> new NoSuchMethodException("syscall")),
                descriptor,
                options);
  }

  private static Object array(Class<?> type, Object... elements) {
    Object array = Array.newInstance(type, elements.length);
    for (int i = 0; i < elements.length; i++) {
      Array.set(array, i, elements[i]);
    }
    return array;
  }

  private static Class<?> type(String name) throws ClassNotFoundException {
    return Class.forName("java.lang.foreign." + name);
  }
}
