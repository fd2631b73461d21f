package org.reactiveserializer.internal.engine;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * Identifies the current thread by a number: never zero, and different from the number of any other
 * living thread. A number, unlike a reference, does not keep the thread alive. It is {@code
 * threadId()}, which exists since JDK 19; on older JDKs see {@link LegacyThreadNumber}.
 */
public final class ThreadNumber {
  private static final MethodHandle OF = find();
  private static final @Nullable Class<?> VIRTUAL = classOfVirtual();

  private ThreadNumber() {}

  public static long ofThisThread() {
    try {
      return (long) OF.invokeExact(Thread.currentThread());
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    }
  }

  /** Returns whether the current thread is virtual: it yields to all others that can run, for as long as they do. */
  static boolean isOfVirtualThread() {
    return Thread.currentThread().getClass() == VIRTUAL;
  }

  private static @Nullable Class<?> classOfVirtual() {
    try {
      return Class.forName(
          "java.lang.VirtualThread", false, null); // not initialised: it sets up a scheduler
    } catch (ClassNotFoundException olderJdk) {
      return null;
    }
  }

  private static MethodHandle find() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(Thread.class, "threadId", MethodType.methodType(long.class));
    } catch (ReflectiveOperationException olderJdk) {
      try {
        return MethodHandles.lookup()
            .findStatic(
                LegacyThreadNumber.class, "of", MethodType.methodType(long.class, Thread.class));
      } catch (ReflectiveOperationException impossible) {
        throw new ExceptionInInitializerError(impossible);
      }
    }
  }
}
