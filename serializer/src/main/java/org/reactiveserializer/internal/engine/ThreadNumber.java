package org.reactiveserializer.internal.engine;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Identifies the current thread by a number: never zero, and different from the number of any other
 * living thread. A number, unlike a reference, does not keep the thread alive. It is {@code
 * threadId()}, which exists since JDK 19; on older JDKs see {@link LegacyThreadNumber}.
 */
public final class ThreadNumber {
  private static final MethodHandle OF = find();

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
