package org.reactiveserializer.internal.emission;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** The number of a thread: {@code threadId()}, which came in JDK 19. */
final class ThreadNumber {
  private static final MethodHandle OF = find();

  private ThreadNumber() {}

  static long ofThisThread() {
    try {
      return (long) OF.invokeExact(Thread.currentThread());
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    }
  }

  private static MethodHandle find() {
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    MethodType type = MethodType.methodType(long.class);
    try {
      return lookup.findVirtual(Thread.class, "threadId", type);
    } catch (ReflectiveOperationException olderJdk) {
      try {
        // Not final: a subclass may return what it likes. No promise is made by default where this
        // is all there is.
        return lookup.findVirtual(Thread.class, "getId", type);
      } catch (ReflectiveOperationException impossible) {
        throw new ExceptionInInitializerError(impossible);
      }
    }
  }
}
