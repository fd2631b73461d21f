package org.reactiveserializer.benchmarks.alternatives;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A number and a reference on a cache line of their own, with the accesses that the alternatives need. */
final class Padded<V> extends PaddedFields {
  int get() {
    return (int) NUMBER.getVolatile(this);
  }

  boolean compareAndSet(int expected, int next) {
    return NUMBER.compareAndSet(this, expected, next);
  }

  int getAndSet(int next) {
    return (int) NUMBER.getAndSet(this, next);
  }

  int getAndAdd(int summand) {
    return (int) NUMBER.getAndAdd(this, summand);
  }

  void setRelease(int next) {
    NUMBER.setRelease(this, next);
  }

  @SuppressWarnings("unchecked") // holds what replace and swap put in
  @Nullable V value() {
    return (V) REFERENCE.getVolatile(this);
  }

  boolean replace(@Nullable V expected, @Nullable V next) {
    return REFERENCE.compareAndSet(this, expected, next);
  }

  @SuppressWarnings("unchecked") // holds what replace and swap put in
  @Nullable V swap(@Nullable V next) {
    return (V) REFERENCE.getAndSet(this, next);
  }

  private static final VarHandle NUMBER = handle("number", int.class);
  private static final VarHandle REFERENCE = handle("reference", Object.class);

  private static VarHandle handle(String name, Class<?> type) {
    return ConstantBootstraps.fieldVarHandle(
        MethodHandles.lookup(), name, VarHandle.class, PaddedFields.class, type);
  }

  @SuppressWarnings("unused")
  long q0, q1, q2, q3, q4, q5, q6, q7;
}

/** The padding in front. The {@code int} fills the gap behind the header. */
abstract class PaddedFront {
  @SuppressWarnings("unused")
  int gap;

  @SuppressWarnings("unused")
  long p0, p1, p2, p3, p4, p5, p6, p7;
}

/** The two fields: eight bytes. */
@SuppressWarnings("unused") // accessed by the VarHandles
abstract class PaddedFields extends PaddedFront {
  int number;
  @Nullable Object reference;
}
