package org.reactiveserializer.internal.engine;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The number of a thread before JDK 19: {@code getId()}, unless the thread's class overrides that
 * method. An override may return anything, such as zero or another thread's number, so the thread
 * gets a number of our own instead. The virtual machine's numbers are positive and ours negative.
 */
final class LegacyThreadNumber {
  private static final AtomicLong LAST = new AtomicLong();

  private static final ThreadLocal<Long> OURS =
      new ThreadLocal<>() { // not by a lambda: the first one of a program takes ten milliseconds
        @Override
        protected Long initialValue() {
          return LAST.decrementAndGet();
        }
      };

  private static final ClassValue<Boolean> OVERRIDES =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          try {
            return type.getMethod("getId").getDeclaringClass() != Thread.class;
          } catch (ReflectiveOperationException | RuntimeException | LinkageError unknown) {
            return true; // another method of this class may refer to a class that is missing
          }
        }
      };

  private LegacyThreadNumber() {}

  /** Returns the number of {@code current}, which is the calling thread. */
  static long of(Thread current) {
    Class<?> type = current.getClass();
    return type == Thread.class || !OVERRIDES.get(type) ? current.getId() : OURS.get();
  }
}
