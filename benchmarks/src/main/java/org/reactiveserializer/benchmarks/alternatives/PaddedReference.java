package org.reactiveserializer.benchmarks.alternatives;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A reference on a cache line of its own, with the accesses that the alternatives need. */
final class PaddedReference<V> extends PaddedReferenceField {
  @SuppressWarnings("unchecked") // holds what replace and swap put in
  @Nullable V value() {
    return (V) VALUE.getVolatile(this);
  }

  boolean replace(@Nullable V expected, @Nullable V next) {
    return VALUE.compareAndSet(this, expected, next);
  }

  @SuppressWarnings("unchecked") // holds what replace and swap put in
  @Nullable V swap(@Nullable V next) {
    return (V) VALUE.getAndSet(this, next);
  }

  private static final VarHandle VALUE =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(),
          "value",
          VarHandle.class,
          PaddedReferenceField.class,
          Object.class);

  @SuppressWarnings("unused")
  long q0, q1, q2, q3, q4, q5, q6, q7;
}

/** The padding in front. */
abstract class PaddedReferenceFront {
  @SuppressWarnings("unused")
  int gap;

  @SuppressWarnings("unused")
  long p0, p1, p2, p3, p4, p5, p6, p7;
}

/** The reference. The {@code int} fills the gap up to the next multiple of eight bytes. */
abstract class PaddedReferenceField extends PaddedReferenceFront {
  @SuppressWarnings("unused") // accessed by the VarHandle
  @Nullable Object value;

  @SuppressWarnings("unused")
  int gap2;
}
