package org.reactiveserializer.benchmarks.alternatives;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** An {@code int} on a cache line of its own, with the accesses that the alternatives need. */
final class PaddedInt extends PaddedIntField {
  int get() {
    return (int) VALUE.getVolatile(this);
  }

  boolean compareAndSet(int expected, int next) {
    return VALUE.compareAndSet(this, expected, next);
  }

  int getAndSet(int next) {
    return (int) VALUE.getAndSet(this, next);
  }

  int getAndAdd(int summand) {
    return (int) VALUE.getAndAdd(this, summand);
  }

  void setRelease(int next) {
    VALUE.setRelease(this, next);
  }

  private static final VarHandle VALUE =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "value", VarHandle.class, PaddedIntField.class, int.class);

  @SuppressWarnings("unused")
  long q0, q1, q2, q3, q4, q5, q6, q7;
}

/** The padding in front. */
abstract class PaddedIntFront {
  @SuppressWarnings("unused")
  int gap;

  @SuppressWarnings("unused")
  long p0, p1, p2, p3, p4, p5, p6, p7;
}

/** The value. The other {@code int} fills the gap up to the next multiple of eight bytes. */
abstract class PaddedIntField extends PaddedIntFront {
  @SuppressWarnings("unused") // accessed by the VarHandle
  int value;

  @SuppressWarnings("unused")
  int gap2;
}
